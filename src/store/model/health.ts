import type { LateReason } from './channel-queue.ts';
import type { LeftOutPart } from './delivery.ts';

/** Why the database is not written although it can be read. */
export type StoreProblem = 'disk full' | 'locked' | 'not writable' | 'file lost';

/** Figures on the outbox. */
export interface OutboxFigures {
  /** Number of pending deliveries in open channel queues, and the time of the oldest of their events, epoch seconds. */
  readonly waiting: number;
  readonly oldestWaitingSince: number | null;
  /** Pending deliveries in stopped channel queues. */
  readonly waitingInStopped: number;
  /** Messages with a request in flight, and those whose response was lost. */
  readonly sending: number;
  readonly ambiguous: number;
  /** Open channel queues with a late delivery, by reason. */
  readonly late: Readonly<Record<LateReason, number>>;
  /** Live messages that do not show the latest state. */
  readonly toEdit: number;
  /** Stopped channel queues with rules, by Discord's error code, without those of users. */
  readonly stopped: readonly {
    readonly state: 'paused' | 'closed';
    readonly code: number;
    readonly queues: number;
  }[];
  /** Rules of all servers, including paused ones, without watches. */
  readonly rules: number;
}

/** Abandoned alerts of one channel with the same reason. */
export interface DeadDeliveries {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
  /** Discord refused them in every layout, or it cannot be determined whether they were posted. */
  readonly reason: 'refused' | 'unverifiable';
}

/** Messages of one channel that lack the same parts. */
export interface ReducedMessages {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
  /** Parts that Discord refused; `null` if they were sent as plain text. */
  readonly leftOut: readonly LeftOutPart[] | null;
}

/** Messages of one channel that cannot be edited now. */
export interface OutdatedMessages {
  readonly channelId: string;
  /** Discord's JSON error code. */
  readonly code: number;
  readonly count: number;
}

/** Events for which it could not be decided whether a channel's rules match. */
export interface UndecidedEvents {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
}

/** Alerts of one channel that expired before they could be posted. */
export interface ExpiredDeliveries {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
}
