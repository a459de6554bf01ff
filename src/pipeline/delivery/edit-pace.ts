import { type Clocks, startTimer } from '../../domain/elapsed.ts';
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

/** The pace of all lanes; it outlives the single run of a lane. */
export function createEditPace(clocks: Clocks): EditPace {
  /** How long ago the latest edit of a delivery was, ms; the longest ago first. */
  const sinceEdit = new Map<number, () => number>();

  function forget(): void {
    for (const [deliveryId, elapsed] of sinceEdit) {
      if (elapsed() < BETWEEN_EDITS_MS) return;
      sinceEdit.delete(deliveryId);
    }
  }

  return {
    dueAt(card) {
      const elapsed = sinceEdit.get(card.deliveryId);
      if (elapsed === undefined || isEnd(card)) return 0;
      const restMs = BETWEEN_EDITS_MS - elapsed();
      return restMs <= 0 ? 0 : clocks.now() + restMs;
    },
    note(card) {
      forget();
      sinceEdit.delete(card.deliveryId);
      sinceEdit.set(card.deliveryId, startTimer(clocks));
    },
  };
}
