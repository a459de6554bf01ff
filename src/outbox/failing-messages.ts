import type { ChannelHealth } from './channel-health.ts';
import { createServerErrors, type ServerErrors } from './server-errors.ts';

/** Posted messages of one channel that Discord answers changes of with 5xx. */
export interface FailingMessages {
  /**
   * Records a 5xx. Returns whether Discord fails for this message for minutes while it accepts others: then no change
   * of it must hold up those of other messages any longer, and the message is forgotten.
   */
  isAtFault(message: string): boolean;
  /** The message was changed, or cannot be any more. */
  forget(message: string): void;
}

/** Messages that are remembered. Only those that wait for a change can fail, and few of them at a time. */
const MAX_MESSAGES = 100;
/** The last layout of an alert gets the longest time. */
const LAST_LAYOUT = { layout: 'text', alerts: [] } as const;

/** @param deps.now ms by the monotonic clock, as that of `channelHealth` */
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
