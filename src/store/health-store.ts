import type { LateQueue, LateReason } from './model/channel-queue.ts';
import type { LeftOutPart } from './model/delivery.ts';
import type { FeedGap, RecordCounts } from './model/ingest-batch.ts';
import type { StoreProblem } from './model/store-problem.ts';

/** Alerts that were not posted, and why. */
export interface HealthStore {
  /**
   * Alerts given up in these channels at `since` (epoch ms) or later: how many, when the last one was given up (epoch
   * ms), and why. One entry per channel and reason, in the order of `channelIds`; none for channels without any.
   */
  deadDeliveries(channelIds: readonly string[], since: number): Promise<readonly DeadDeliveries[]>;
  /**
   * Alerts that expired before they could be posted (`DeliveryStore.expire`), of events at `since` (epoch ms) or later: how
   * many, and when the last of these events happened (epoch ms). In the order of `channelIds`; none for channels without any.
   */
  expiredDeliveries(channelIds: readonly string[], since: number): Promise<readonly ExpiredDeliveries[]>;
  /**
   * The channels among these in which a due alert has waited for more than a minute, since its event where Discord does not
   * take it; in the order of `channelIds`. Stopped channels and alerts held back for a summary are left out.
   */
  lateQueues(channelIds: readonly string[]): Promise<readonly LateQueue[]>;
  /**
   * Messages at `since` (epoch ms) or later that Discord accepted only without some parts, or as plain text. One entry per channel and
   * what they lack, in the order of `channelIds`; none for channels without any.
   */
  reducedMessages(channelIds: readonly string[], since: number): Promise<readonly ReducedMessages[]>;
  /** Messages that show an old state because Discord refuses edits in their channel, in the order of `channelIds`. */
  outdatedMessages(channelIds: readonly string[]): Promise<readonly OutdatedMessages[]>;
  /**
   * Events for which the marketplace did not report in time what the rules needed (`LateStore.giveUpUndecided`), on the day
   * of `since` (epoch ms) or later: how many, and when the last one was given up (epoch ms). In the order of `channelIds`; none
   * for channels without any.
   */
  undecidedEvents(channelIds: readonly string[], since: number): Promise<readonly UndecidedEvents[]>;
  /** The new records since the day of `since` (epoch ms, UTC; at most seven days ago), and those that could not be read. */
  recordCounts(since: number): Promise<RecordCounts>;
  /** Gaps in the feed that were noticed at `since` (epoch ms) or later, newest first. */
  feedGaps(since: number): Promise<readonly FeedGap[]>;
  /** Why a recent transaction could not be written; `null` when there is no problem. Reading may still work. */
  storeProblem(): Promise<StoreProblem | null>;
  /** The outbox over all channels. Takes a few ms with 100,000 pending deliveries: do not call it every second. */
  outboxFigures(): Promise<OutboxFigures>;
}

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
