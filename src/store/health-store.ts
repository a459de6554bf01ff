import type { GapSize } from '../domain/gap-size.ts';
import type { FeedGap } from '../domain/intake.ts';
import type { LateLane, LateReason } from '../domain/lane.ts';
import type { StoreTrouble } from '../domain/store-trouble.ts';

/** What was not told, and why. */
export interface HealthStore {
  /**
   * What was given up in these channels at `since` (epoch ms) or later: how many alerts, when the last one was (epoch
   * ms), and why. One entry for each channel and reason, in the order of `channelIds`; none where nothing was given up.
   */
  deadDeliveries(channelIds: readonly string[], since: number): Promise<readonly DeadDeliveries[]>;
  /**
   * What was too old when its turn came (`DeliveryStore.expire`), of events at `since` (epoch ms) or later: how many alerts,
   * and when the last of the events was (epoch ms). In the order of `channelIds`; none where nothing was too old.
   */
  expiredDeliveries(channelIds: readonly string[], since: number): Promise<readonly ExpiredDeliveries[]>;
  /**
   * Channels among these in which something is due and has waited for more than a minute; in the order of `channelIds`. Not
   * those that are stopped, nor what is held back.
   */
  lateLanes(channelIds: readonly string[]): Promise<readonly LateLane[]>;
  /**
   * What rules asked about and was not told in time (`LateStore.giveUpUndecided`), on the day of `since` (epoch ms) or later: how
   * many events, and when the last of them was given up (epoch ms). In the order of `channelIds`; none where all was decided.
   */
  undecidedEvents(channelIds: readonly string[], since: number): Promise<readonly UndecidedEvents[]>;
  /** What of the feed could not be read, noticed at `since` (epoch ms) or later; the newest first. */
  feedGaps(since: number): Promise<readonly SizedGap[]>;
  /** What keeps something from being written at the moment; `null` for nothing. It can be read all the same. */
  storeTrouble(): Promise<StoreTrouble | null>;
  /** What is in the outbox now, over all channels. Costs a few ms with a hundred thousand waiting: not for every second. */
  outboxFigures(): Promise<OutboxFigures>;
}

/** A gap with what was missed in it, as far as that can be told: the most first, often nothing. */
export interface SizedGap extends FeedGap {
  readonly sizes: readonly GapSize[];
}

/** How full the outbox is. */
export interface OutboxFigures {
  /** Deliveries that wait in open lanes, and when the oldest of their events happened, epoch seconds. */
  readonly waiting: number;
  readonly oldestWaitingSince: number | null;
  /** Deliveries that wait in lanes that are stopped. */
  readonly waitingInStopped: number;
  /** Messages whose request is under way, and those whose answer was lost. */
  readonly sending: number;
  readonly ambiguous: number;
  /** Open lanes in which something is due and late, by reason. */
  readonly late: Readonly<Record<LateReason, number>>;
  /** Live messages that show an older state than there is. */
  readonly toEdit: number;
  /** Lanes with rules that are stopped, by Discord's error code. */
  readonly stopped: readonly {
    readonly state: 'paused' | 'closed';
    readonly code: number;
    readonly lanes: number;
  }[];
  /** Rules of all servers, paused ones too. */
  readonly rules: number;
}

/** Alerts of one channel that were given up for one reason. */
export interface DeadDeliveries {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
  /** Discord took them in no form, or nobody can say whether it took them. */
  readonly reason: 'refused' | 'unverifiable';
}

/** Events of which it could not be said whether one channel's rules want them. */
export interface UndecidedEvents {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
}

/** Alerts of one channel that were never posted because they were too old. */
export interface ExpiredDeliveries {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
}
