import type { ChannelHealth } from './channel-health.ts';
import { createServerErrors, type ServerErrors } from './server-errors.ts';

/** Tracks posted messages of one channel whose edits Discord answers with 5xx. */
export interface FailingMessages {
  /**
   * Records a 5xx. Returns whether Discord has failed for this message for minutes while accepting others. The caller
   * then skips its changes, so that other messages do not wait, and this entry is removed.
   */
  isAtFault(message: string): boolean;
  /** Removes a message that was changed, or cannot be changed any more. */
  forget(message: string): void;
}

/** Maximum number of tracked messages. Only messages that wait for an edit can fail, few at a time. */
const MAX_MESSAGES = 100;
/** The layout with the longest time limit in `server-errors.ts`. */
const LAST_LAYOUT = { layout: 'text', alerts: [] } as const;

/** @param deps.now ms by the monotonic clock, the same as in `channelHealth` */
export function createFailingMessages(deps: {
  readonly channelId: string;
  readonly channelHealth: ChannelHealth;
  readonly now: () => number;
}): FailingMessages {
  const errors = new Map<string, ServerErrors>();

  function errorsOf(message: string): ServerErrors {
    const known = errors.get(message) ?? createServerErrors(deps);
    errors.set(message, known);
    const [oldest] = errors.keys();
    if (errors.size > MAX_MESSAGES && oldest !== undefined) errors.delete(oldest);
    return known;
  }

  return {
    isAtFault(message) {
      const known = errorsOf(message);
      known.record();
      const isAtFault = known.isMessageAtFault(LAST_LAYOUT);
      if (isAtFault) errors.delete(message);
      return isAtFault;
    },
    forget: (message) => void errors.delete(message),
  };
}
