import type { GapSize } from '../domain/gap-size.ts';
import type { HeldPost } from '../domain/held.ts';
import type { LaneStatus, LateLane } from '../domain/lane.ts';
import type { StoreTrouble } from '../domain/store-trouble.ts';

/** Alerts of one channel that were given up for one reason. */
export interface GivenUp {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
  /** Discord took them in no form, or nobody can say whether it took them. */
  readonly reason: 'refused' | 'unverifiable';
}

/** Alerts of one channel that were older than six hours when they could have been posted. */
export interface TooOld {
  readonly channelId: string;
  readonly count: number;
  /** When the last of their events happened, epoch ms. */
  readonly lastAt: number;
}

/** Events of which it could not be said whether one channel's alerts want them. */
export interface NotDecided {
  readonly channelId: string;
  readonly count: number;
  /** When the last of them was given up, epoch ms. */
  readonly lastAt: number;
}

/** How the bot works for one server. Moments are epoch ms; `null` stands for what is not known (yet). */
export interface ServerHealth {
  readonly feed: {
    readonly readAt: number | null;
    readonly newestEventAt: number | null;
    /** Looks that failed since it was last read. */
    readonly failures: number;
    /** Since when it is told in a form that is not understood. */
    readonly unreadableSince: number | null;
    /** What it did not show in the last seven days, newest first. */
    readonly gaps: readonly {
      readonly noticedAt: number;
      /** Of the collections whose sales the server follows; the most first. */
      readonly sizes: readonly GapSize[];
    }[];
  };
  readonly auctions: {
    readonly readAt: number | null;
    readonly failures: number;
    readonly unreadableSince: number | null;
    /** How many are watched; `null` before the first look. */
    readonly watched: number | null;
    /** How many are not, since they are too many. */
    readonly leftOut?: number;
  };
  /** What keeps the bot from writing something down. */
  readonly storeTrouble: StoreTrouble | null;
  readonly discord: {
    readonly connected: boolean;
    readonly latencyMs: number | null;
  };
  /** Of every channel of the server that has an alert. */
  readonly lanes: readonly LaneStatus[];
  /** Of the channels that have an alert. */
  readonly late: readonly LateLane[];
  /** Messages of which nobody can say whether they were posted; each stops its channel. */
  readonly held: readonly HeldPost[];
  /** In the last seven days, in the channels that have an alert. */
  readonly givenUp: readonly GivenUp[];
  /** Of events of the last seven days, in the channels that have an alert. */
  readonly tooOld: readonly TooOld[];
  /** In the last seven days, in the channels that have an alert. */
  readonly notDecided: readonly NotDecided[];
}
