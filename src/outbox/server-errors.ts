import type { Post } from '#src/store/model/delivery.ts';
import type { ChannelHealth } from './channel-health.ts';

/** Counts the 5xx responses in one channel, and decides whether the message or an outage causes them. */
export interface ServerErrors {
  /** Records a 5xx response to the channel's message. */
  record(): void;
  /** Records that Discord accepted a message in the channel: earlier failures no longer count. */
  reset(): void;
  /** Resets the tries. Call this when the message is sent in another layout from now on. */
  resetTries(): void;
  /** Returns whether Discord fails for this message while it accepts others, for long enough to try another layout. */
  isMessageAtFault(post: Pick<Post, 'layout' | 'alerts'>): boolean;
  /**
   * Returns whether the channel has received only 5xx for so long that its alert is abandoned without a control, so
   * that others can be posted.
   */
  lastLong(): boolean;
}

/** Minimum number of consecutive 5xx, each while other messages are accepted. */
const TRIES = 3;
/**
 * How long a channel gets only 5xx before its alert is sent without embed, and before the next message is tried as a
 * control.
 */
const PLAIN_AFTER_MS = 90_000;
const CONTROL_AFTER_MS = 180_000;
/** Most partial outages of Discord are over by then. */
const DEAD_AFTER_MS = 15 * 60_000;

/**
 * Returns after how long of only 5xx a message gets another layout, ms. Batches are split without delay, because their
 * alerts lose nothing by it.
 */
function timeoutMs({ layout, alerts }: Pick<Post, 'layout' | 'alerts'>): number {
  if (alerts.length > 1) return 0;
  return layout === 'text' ? CONTROL_AFTER_MS : PLAIN_AFTER_MS;
}

/**
 * Tracks 5xx responses. Discord permanently answers 500 to some messages that it should reject as invalid. While other
 * channels fail too, or nothing was posted there recently, an outage is assumed and no message is blamed.
 * @param deps.now ms by the monotonic clock, the same as in `channelHealth`: a change of the wall clock must not cause
 * a message to be abandoned
 */
export function createServerErrors(deps: {
  readonly channelId: string;
  readonly channelHealth: ChannelHealth;
  readonly now: () => number;
}): ServerErrors {
  const { channelId, channelHealth, now } = deps;
  /** First 5xx since the channel's last accepted message, ms. */
  let since: number | null = null;
  let tries = 0;

  return {
    record() {
      since = Math.min(since ?? now(), now());
      tries = channelHealth.othersWork(channelId, since) ? tries + 1 : 0;
    },
    reset() {
      since = null;
      tries = 0;
    },
    resetTries() {
      tries = 0;
    },
    isMessageAtFault(post) {
      if (since === null || tries < TRIES || !channelHealth.othersWork(channelId, since)) return false;
      return now() - since >= timeoutMs(post);
    },
    lastLong: () => since !== null && now() - since >= DEAD_AFTER_MS,
  };
}
