import type { Delivery, Post } from './delivery.ts';

/**
 * The order of one channel's alerts. `open` sends; `paused` waits for an admin to give a permission back;
 * `closed` has lost its channel for good.
 */
export type LaneState = 'open' | 'paused' | 'closed';

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
}

/** The next thing to do in a lane. */
export interface LaneWork {
  readonly state: LaneState;
  /** Nothing may be sent before, epoch ms. */
  readonly notBefore: number;
  /** A message whose fate is not known; it comes before anything else. */
  readonly unsettled: Post | null;
  /** The oldest waiting deliveries, in order. */
  readonly pending: readonly Delivery[];
}
