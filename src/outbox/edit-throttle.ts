import { isFinalState } from '#src/alerts/alert.ts';
import { type Clocks, startTimer } from '#src/chain/elapsed.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';

/** More frequent edits are hard to read and use up requests that the channel's new messages need. */
const EDIT_INTERVAL_MS = 2_000;

/** Limits how often each message is edited. */
export interface EditThrottle {
  /** When the message may be edited next, epoch ms; 0 for now. */
  nextEditAt(message: StaleMessage): number;
  /** Records an edit now. */
  recordEdit(message: StaleMessage): void;
}

/** The final state is shown without delay. */
const isEnd = ({ isLive, alerts: [state] }: StaleMessage): boolean =>
  isLive && state !== undefined && isFinalState(state) === true;

/** Shared by all channel queues, so that it outlives a single run of a queue. */
export function createEditThrottle(clocks: Clocks): EditThrottle {
  /** Time since the latest edit by post id, ms; oldest edit first. */
  const sinceEdit = new Map<number, () => number>();

  function removeOld(): void {
    for (const [postId, elapsed] of sinceEdit) {
      if (elapsed() < EDIT_INTERVAL_MS) return;
      sinceEdit.delete(postId);
    }
  }

  return {
    nextEditAt(message) {
      const elapsed = sinceEdit.get(message.id);
      if (elapsed === undefined || isEnd(message)) return 0;
      const remainingMs = EDIT_INTERVAL_MS - elapsed();
      return remainingMs <= 0 ? 0 : clocks.now() + remainingMs;
    },
    recordEdit({ id }) {
      removeOld();
      sinceEdit.delete(id);
      sinceEdit.set(id, startTimer(clocks));
    },
  };
}
