import type { LimitNotice } from '#src/alerts/person-limit.ts';
import type { QueueTarget } from './channel-facts.ts';
import type { Delivery, MessageLayout, Post } from './delivery.ts';
import type { StaleMessage } from './live-state.ts';

/**
 * State of a channel queue. `open`: sends. `paused`: waits until an admin restores a permission. `closed`: the channel
 * no longer exists.
 */
export type QueueState = 'open' | 'paused' | 'closed';

/** A delivery that has been due for longer than this is late, ms. */
export const LATE_AFTER_MS = 60_000;

/**
 * Why a due delivery was not posted. `unanswered`: Discord fails or does not answer. `refused`: Discord refuses the
 * message without naming a cause, or in every layout. `limited`: rate limit. `queue`: more deliveries than Discord
 * accepts at once.
 */
export const LATE_REASONS = ['unanswered', 'refused', 'limited', 'queue'] as const;
export type LateReason = (typeof LATE_REASONS)[number];

/** A channel queue with late deliveries. */
export interface LateQueue {
  readonly channelId: string;
  /** Number of waiting alerts, including those of the current message. */
  readonly alerts: number;
  /** When the oldest due alert was ingested or, if Discord does not accept it, when its event happened, epoch ms. */
  readonly since: number;
  readonly reason: LateReason;
  /** End of Discord's rate limit, epoch ms; in the past if there is none. */
  readonly notBefore: number;
  /** For `refused`: Discord's JSON error code, 0 for none. */
  readonly refusalCode: number | null;
  /** Layout of the current message, and its recent attempts; `null` if there is none. */
  readonly layout: MessageLayout | null;
  readonly tries: number;
}

/** Status of a channel queue, as `/alerts list` shows it. */
export interface QueueStatus {
  readonly channelId: string;
  readonly state: QueueState;
  /** Discord's error code that stopped it (10003, 50001, 50013 …); `null` while open. */
  readonly problemCode: number | null;
  /** When the last message was accepted, epoch ms; `null` if there was none. */
  readonly lastPostAt: number | null;
  /** Number of waiting deliveries, including those of an unsettled message. */
  readonly waiting: number;
  /** Time (epoch ms) and code of the last stop by Discord. Kept after the queue is reopened. */
  readonly lastProblem: { readonly at: number; readonly code: number } | null;
}

/** Everything needed to choose the next step of a channel queue. */
export interface QueueWork {
  readonly target: QueueTarget;
  readonly state: QueueState;
  /** Nothing may be sent before this time, epoch ms. */
  readonly notBefore: number;
  /** Time until `notBefore` when that was set; `null` if unknown. */
  readonly waitMs: number | null;
  /** A message with an unknown outcome, which is settled before anything else. */
  readonly unsettled: Post | null;
  /** Waiting deliveries in sending order: auctions that are about to end, then the oldest. */
  readonly pending: readonly Delivery[];
  /** Number of all waiting deliveries, including `pending`. */
  readonly waiting: number;
  /** When the first waiting delivery expires, epoch ms; `null` if none is waiting. */
  readonly nextExpiryAt: number | null;
  /** Number of `waiting` deliveries that were held back (quiet hours, hourly limit, backlog) and go into a summary. */
  readonly toSummarise: number;
  /** Messages that do not show what they should, those that have been stale longest first; limited to a few. */
  readonly staleMessages: readonly StaleMessage[];
  /** The next message to publish, and when it was accepted, epoch ms; or `null`. */
  readonly unpublished: {
    readonly postId: number;
    readonly messageId: string;
    readonly sentAt: number;
  } | null;
  /** Number of messages accepted in the last hour, and the time of the oldest one, epoch ms. */
  readonly postsLastHour: number;
  readonly oldestPostOfHour: number | null;
  /** Number of urgent deliveries among `waiting`. */
  readonly urgentWaiting?: number;
  /** Latest note on a user's hourly limit in the messages of the last hour; `null` for none. */
  readonly limitNotice?: LimitNotice | null;
  /** When each role was last pinged in the channel, epoch ms. */
  readonly lastPings: ReadonlyMap<string, number>;
}
