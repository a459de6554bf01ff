import { HOUR_MS, MINUTE_MS } from '#src/chain/durations.ts';
import type { ChannelHealth } from './channel-health.ts';
import type { ReadBack } from './posting.ts';

/** Tracks whether Discord fails to list the messages of one channel, or of every channel. */
export interface ListFailures {
  /**
   * Records the result of a search. Returns whether the channel could not be listed for long enough to ask its
   * moderators.
   * @param server the channel's server, or the channel itself if that is unknown
   */
  isUnlistable(seen: ReadBack, server: string): boolean;
}

/** How long a channel cannot be listed before its moderators are asked. */
const ASK_AFTER_MS = 5 * MINUTE_MS;
/** The same if channels of other servers cannot be listed either: an outage of listing alone is over by then. */
const ASK_DURING_OUTAGE_AFTER_MS = HOUR_MS;

/**
 * Tracks failures to list a channel's messages. Discord permanently answers 500 to the list of messages in some
 * channels, although it shows each message by id (discord-api-docs#8611).
 * If it does not show messages by id either, it is an outage, and nobody is asked. If it lists no channel of other
 * servers either, moderators are asked later.
 * @param deps.listHealth by server
 * @param deps.now ms by the monotonic clock, the same as in `listHealth`
 */
export function createListFailures(deps: {
  readonly listHealth: ChannelHealth;
  readonly now: () => number;
}): ListFailures {
  const { listHealth, now } = deps;
  /** First failure since the channel was last listed, ms. */
  let since: number | null = null;

  return {
    isUnlistable(seen, server) {
      if (seen.type !== 'unavailable') {
        since = null;
        if (seen.type === 'found' || seen.type === 'absent') listHealth.accepted(server);
        return false;
      }
      if (!seen.isListOnly) return false;
      since ??= now();
      listHealth.failed(server);
      const isOutage = listHealth.othersFail(server, since);
      return now() - since >= (isOutage ? ASK_DURING_OUTAGE_AFTER_MS : ASK_AFTER_MS);
    },
  };
}
