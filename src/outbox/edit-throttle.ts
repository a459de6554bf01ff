import { isFinalState } from '#src/alerts/alert.ts';
import { type Clocks, startTimer } from '#src/chain/elapsed.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import { REQUEST_LIFETIME_MS } from './retries.ts';

/** More frequent edits are hard to read and use up requests that the channel's new messages need. */
const EDIT_INTERVAL_MS = 2_000;

/** Limits how often each message is edited, and keeps a late edit from replacing a newer one. */
export interface EditThrottle {
  /** When the message may be edited next, epoch ms; 0 for now. */
  nextEditAt(message: StaleMessage): number;
  /**
   * Records an edit now.
   * @param sinceRequest time since the request, ms, if Discord may still carry it out; otherwise `null`
   */
  recordEdit(message: StaleMessage, sinceRequest: (() => number) | null): void;
}

interface RecentEdit {
  readonly elapsed: () => number;
  /** The latest edit that Discord may still carry out. */
  readonly unanswered: { readonly changes: number; readonly elapsed: () => number } | null;
}

/** The final state is shown without delay. */
const isEnd = ({ isLive, alerts: [state] }: StaleMessage): boolean =>
  isLive && state !== undefined && isFinalState(state) === true;

/** Rest of the wait, ms; zero or less when it is over. */
function remainingMs({ elapsed, unanswered }: RecentEdit, message: StaleMessage): number {
  const intervalMs = isEnd(message) ? 0 : EDIT_INTERVAL_MS - elapsed();
  // Repeating the same edit is safe.
  if (unanswered === null || unanswered.changes === message.changes) return intervalMs;
  return Math.max(intervalMs, REQUEST_LIFETIME_MS - unanswered.elapsed());
}

/**
 * Shared by all channel queues, so that it outlives a single run of a queue. Create it when this process starts to
 * send: until then, another process may have sent edits that Discord has yet to carry out.
 */
export function createEditThrottle(clocks: Clocks): EditThrottle {
  const sinceStart = startTimer(clocks);
  /** By post id; oldest edit first. */
  const recent = new Map<number, RecentEdit>();

  function removeOld(): void {
    for (const [postId, { elapsed }] of recent) {
      if (elapsed() < REQUEST_LIFETIME_MS) return;
      recent.delete(postId);
    }
  }

  return {
    nextEditAt(message) {
      const edit = recent.get(message.id);
      const waitMs = Math.max(
        REQUEST_LIFETIME_MS - sinceStart(),
        edit === undefined ? 0 : remainingMs(edit, message),
      );
      return waitMs <= 0 ? 0 : clocks.now() + waitMs;
    },
    recordEdit({ id, changes }, sinceRequest) {
      removeOld();
      const unanswered =
        sinceRequest === null ? (recent.get(id)?.unanswered ?? null) : { changes, elapsed: sinceRequest };
      recent.delete(id);
      recent.set(id, { elapsed: startTimer(clocks), unanswered });
    },
  };
}
