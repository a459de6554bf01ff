import type { Delivery, Post, PostForm } from './delivery.ts';
import type { StaleCard, StalePost } from './topic.ts';

/**
 * The order of one channel's alerts. `open` sends; `paused` waits for an admin to give a permission back;
 * `closed` has lost its channel for good.
 */
export type LaneState = 'open' | 'paused' | 'closed';

/** What is due and has waited for longer than this is late, ms. */
export const LATE_AFTER_MS = 60_000;

/**
 * Why what is due has not been posted. `unanswered`: Discord does not take a message or does not say so. `limited`: it asked to
 * wait. `queue`: more is to be told than it takes at once.
 */
export const LATE_REASONS = ['unanswered', 'limited', 'queue'] as const;
export type LateReason = (typeof LATE_REASONS)[number];

/** A channel in which something is due and late. */
export interface LateLane {
  readonly channelId: string;
  /** All that wait there, those of a message under way among them. */
  readonly alerts: number;
  /** When the first of what is due was taken in, epoch ms. */
  readonly since: number;
  readonly reason: LateReason;
  /** Until when Discord asked to wait, epoch ms; in the past where it did not. */
  readonly notBefore: number;
  /** Of the message under way, and how often it was tried of late; `null` where there is none. */
  readonly form: PostForm | null;
  readonly tries: number;
}

/** What became of a lane, as `/alerts list` shows it. */
export interface LaneStatus {
  readonly channelId: string;
  readonly state: LaneState;
  /** Discord's error code that stopped it (10003, 50001, 50013 …); `null` while open. */
  readonly problemCode: number | null;
  /** When the last message was accepted, epoch ms; `null` when none was yet. */
  readonly lastPostAt: number | null;
  /** Deliveries that wait to be sent. */
  readonly waiting: number;
  /** When Discord last stopped it, epoch ms, and with which code; kept after it was opened again. */
  readonly lastProblem: { readonly at: number; readonly code: number } | null;
}

/** The next thing to do in a lane. */
export interface LaneWork {
  readonly state: LaneState;
  /** Nothing may be sent before, epoch ms. */
  readonly notBefore: number;
  /** A message whose fate is not known; it comes before anything else. */
  readonly unsettled: Post | null;
  /** Waiting deliveries in the order in which they are to go: auctions about to end first, then the oldest. */
  readonly pending: readonly Delivery[];
  /** All that wait, `pending` among them. */
  readonly waiting: number;
  /** Of `waiting`, those that were held back (quiet hours, the hourly limit, a backlog) and go into a summary. */
  readonly toFold: number;
  /** Live messages that show an older state than there is, at most a few. */
  readonly staleCards: readonly StaleCard[];
  /** The oldest message that shows something else than its alerts tell by now; `null` for none. */
  readonly stalePost: StalePost | null;
  /** The message that is to be published next, and when it was accepted, epoch ms; or `null`. */
  readonly unpublished: {
    readonly postId: number;
    readonly messageId: string;
    readonly sentAt: number;
  } | null;
  /** Messages accepted in the last hour, and when the oldest of those was, epoch ms. */
  readonly postsLastHour: number;
  readonly oldestPostOfHour: number | null;
  /** When a message last pinged, epoch ms. */
  readonly lastPingAt: number | null;
}
