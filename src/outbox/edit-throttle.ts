import { marketKindOf } from '#src/alerts/kinds/registry.ts';
import { type Clocks, startTimer } from '#src/chain/elapsed.ts';
import type { StaleLiveMessage } from '#src/store/model/live-state.ts';

/** More frequent edits are hard to read and use up requests that the channel's new messages need. */
const EDIT_INTERVAL_MS = 2_000;

/** Limits how often each live message is edited. */
export interface EditThrottle {
  /** When the message may be edited next, epoch ms; 0 for now. */
  nextEditAt(liveMessage: StaleLiveMessage): number;
  /** Records an edit now. */
  recordEdit(liveMessage: StaleLiveMessage): void;
}

/** The final state is shown without delay. */
function isEnd({ state }: StaleLiveMessage): boolean {
  return marketKindOf(state).isFinal?.(state) ?? false;
}

/** Shared by all channel queues, so that it outlives a single run of a queue. */
export function createEditThrottle(clocks: Clocks): EditThrottle {
  /** Time since the latest edit by delivery id, ms; oldest edit first. */
  const sinceEdit = new Map<number, () => number>();

  function removeOld(): void {
    for (const [deliveryId, elapsed] of sinceEdit) {
      if (elapsed() < EDIT_INTERVAL_MS) return;
      sinceEdit.delete(deliveryId);
    }
  }

  return {
    nextEditAt(liveMessage) {
      const elapsed = sinceEdit.get(liveMessage.deliveryId);
      if (elapsed === undefined || isEnd(liveMessage)) return 0;
      const remainingMs = EDIT_INTERVAL_MS - elapsed();
      return remainingMs <= 0 ? 0 : clocks.now() + remainingMs;
    },
    recordEdit(liveMessage) {
      removeOld();
      sinceEdit.delete(liveMessage.deliveryId);
      sinceEdit.set(liveMessage.deliveryId, startTimer(clocks));
    },
  };
}
