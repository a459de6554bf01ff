import type { LimitNotice } from '#src/alerts/person-limit.ts';
import type { QueueTarget } from './channel-facts.ts';
import type { Delivery, MessageLayout, Post } from './delivery.ts';
import type { StaleMessage } from './live-state.ts';

/**
 * State of a channel queue. `open`: sends. `paused`: waits until an admin restores a permission. `closed`: the channel
 * no longer exists.
 */
export type QueueState = 'open' | 'paused' | 'closed';

/** A delivery that is due for longer than this is late, ms. */
export const LATE_AFTER_MS = 60_000;

/**
 * Why a due delivery was not posted. `unanswered`: Discord refuses the message or does not answer. `refused`: it
 * refuses the message and names no cause, or refuses it in every layout. `limited`: rate limit. `queue`: more
 * deliveries than Discord accepts at once.
 */
export const LATE_REASONS = ['unanswered', 'refused', 'limited', 'queue'] as const;
export type LateReason = (typeof LATE_REASONS)[number];

/** A channel queue with late deliveries. */
export interface LateQueue {
  readonly channelId: string;
  /** All waiting alerts, including those of the current message. */
  readonly alerts: number;
  /** When the oldest due alert was ingested, or, where Discord does not take it, when its event happened, epoch ms. */
  readonly since: number;
  readonly reason: LateReason;
  /** End of Discord's rate limit, epoch ms; in the past if there is none. */
  readonly notBefore: number;
  /** Of `refused`: Discord's JSON error code, 0 for none. */
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
  /** Number of waiting deliveries, with those of a message that is not settled. */
  readonly waiting: number;
  /** The last stop by Discord: time (epoch ms) and code. Kept after the queue is reopened. */
  readonly lastProblem: { readonly at: number; readonly code: number } | null;
}

/** Everything needed to choose the next step of a channel queue. */
export interface QueueWork {
  readonly target: QueueTarget;
  readonly state: QueueState;
  /** Nothing may be sent before this time, epoch ms. */
  readonly notBefore: number;
  /** How long it was to `notBefore` when that was set; `null` if unknown. */
  readonly waitMs: number | null;
  /** A message whose outcome is unknown; it is settled before anything else. */
  readonly unsettled: Post | null;
  /** Waiting deliveries in sending order: auctions that are about to end, then the oldest. */
  readonly pending: readonly Delivery[];
  /** Number of all waiting deliveries, including `pending`. */
  readonly waiting: number;
  /** When the first of all waiting ones expires, epoch ms; `null` while none waits. */
  readonly nextExpiryAt: number | null;
  /** How many of `waiting` were held back (quiet hours, hourly limit, backlog) and go into a summary. */
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
  /** How many of `waiting` are urgent. */
  readonly urgentWaiting?: number;
  /** What the messages of the last hour said last of a person's hourly limit; `null` for nothing. */
  readonly limitNotice?: LimitNotice | null;
  /** When each role was last pinged in the channel, epoch ms. */
  readonly lastPings: ReadonlyMap<string, number>;
}
