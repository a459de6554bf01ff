import type { StaleCard } from '../../domain/topic.ts';

/** A card that is edited more often is unreadable, and costs the channel requests that its messages need. */
const BETWEEN_EDITS_MS = 2_000;

/** When live messages may be edited again. */
export interface EditPace {
  /** Epoch ms; 0 for at once. */
  dueAt(card: StaleCard): number;
  /** It was edited now. */
  note(card: StaleCard): void;
}

/** Nobody shall wait to see how an auction ended. */
function isEnd({ state }: StaleCard): boolean {
  return state.type === 'auction' && state.status !== 'running' && state.status !== 'upcoming';
}

/** The pace of all lanes; it outlives the single run of a lane. @param now epoch ms */
export function createEditPace(now: () => number): EditPace {
  /** By delivery, the longest ago first. */
  const editedAt = new Map<number, number>();

  function forget(): void {
    for (const [deliveryId, at] of editedAt) {
      if (at + BETWEEN_EDITS_MS > now()) return;
      editedAt.delete(deliveryId);
    }
  }

  return {
    dueAt(card) {
      const last = editedAt.get(card.deliveryId);
      return last === undefined || isEnd(card) ? 0 : last + BETWEEN_EDITS_MS;
    },
    note(card) {
      forget();
      editedAt.delete(card.deliveryId);
      editedAt.set(card.deliveryId, now());
    },
  };
}
