import type { LateReason } from './channel-queue.ts';
import type { LeftOutPart } from './delivery.ts';

/** Why the database cannot be written, or is not, although it can be read. */
export type StoreProblem = 'disk full' | 'locked' | 'not writable' | 'file lost';

/** How full the outbox is. */
export interface OutboxFigures {
  /** Pending deliveries in open channel queues, and when the oldest of their events happened, epoch seconds. */
  readonly waiting: number;
  readonly oldestWaitingSince: number | null;
  /** Pending deliveries in stopped channel queues. */
  readonly waitingInStopped: number;
  /** Messages whose request is in flight, and those whose response was lost. */
  readonly sending: number;
  readonly ambiguous: number;
  /** Open channel queues with a late delivery, by reason. */
  readonly late: Readonly<Record<LateReason, number>>;
  /** Live messages that do not show the latest state. */
  readonly toEdit: number;
  /** Stopped channel queues that have rules, by Discord's error code; without those of people. */
  readonly stopped: readonly {
    readonly state: 'paused' | 'closed';
    readonly code: number;
    readonly queues: number;
  }[];
  /** Rules of all servers, paused ones included; without watches. */
  readonly rules: number;
}

/** Alerts of one channel that were given up for one reason. */
export interface DeadDeliveries {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
  /** Discord refused them in every layout, or it cannot be found out whether they were posted. */
  readonly reason: 'refused' | 'unverifiable';
}

/** Messages of one channel that lack the same parts. */
export interface ReducedMessages {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
  /** What Discord refused; `null`: they are plain text. */
  readonly leftOut: readonly LeftOutPart[] | null;
}

/** Messages of one channel that cannot be edited now. */
export interface OutdatedMessages {
  readonly channelId: string;
  /** Discord's JSON error code. */
  readonly code: number;
  readonly count: number;
}

/** Events for which it could not be decided whether the rules of a channel match. */
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
