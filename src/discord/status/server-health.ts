import type { LateQueue, QueueStatus } from '#src/store/model/channel-queue.ts';
import type { OutdatedMessages, ReducedMessages, StoreProblem } from '#src/store/model/health.ts';
import type { HeldPost } from '#src/store/model/held.ts';
import type { RecordCounts } from '#src/store/model/ingest-batch.ts';
import type { FeedRemarks } from '#src/store/model/role-report.ts';

/** Undeliverable alerts of one channel, by reason. */
export interface GivenUp {
  readonly channelId: string;
  readonly count: number;
  /** Epoch ms. */
  readonly lastAt: number;
  /** `refused`: Discord rejected every layout. `unverifiable`: whether it was posted could not be determined. */
  readonly reason: 'refused' | 'unverifiable';
}

/** Alerts of one channel that were more than six hours old before they could be posted. */
export interface TooOld {
  readonly channelId: string;
  readonly count: number;
  /** When the last of their events happened, epoch ms. */
  readonly lastAt: number;
}

/** Events that could not be matched against one channel's alerts. */
export interface NotDecided {
  readonly channelId: string;
  readonly count: number;
  /** When the last of them was abandoned, epoch ms. */
  readonly lastAt: number;
}

/** State of the bot for one server. Times are epoch ms; `null` means unknown, or not known yet. */
export interface ServerHealth {
  readonly feed: {
    readonly readAt: number | null;
    readonly newestEventAt: number | null;
    /** Failed polls since the last successful one. */
    readonly failures: number;
    /** When its format became unreadable. */
    readonly unreadableSince: number | null;
    /** The coin that most prices name, if it is not the chain's own. */
    readonly namedCoin: string | null;
    /** Time from the newest event until it was first read, ms. */
    readonly lagMs: number | null;
    /** Irregularities of the feed. */
    readonly remarks?: FeedRemarks | undefined;
    /** Gaps of the last seven days, newest first. */
    readonly gaps: readonly { readonly noticedAt: number }[];
    /** New records of the last seven days, and how many of them were unreadable. */
    readonly counts: RecordCounts;
  };
  readonly auctions: {
    readonly readAt: number | null;
    readonly failures: number;
    readonly unreadableSince: number | null;
    /** Number of tracked auctions; `null` before the first poll. */
    readonly watched: number | null;
    /** Number of auctions beyond the limit, which are not tracked. */
    readonly leftOut?: number;
    /** Number of auctions that are too large to be read. */
    readonly tooLarge?: number;
  };
  /** The problem that prevents writes to the database. */
  readonly storeProblem: StoreProblem | null;
  readonly discord: {
    readonly connected: boolean;
    readonly latencyMs: number | null;
  };
  /** Queues of all channels of the server that have an alert. */
  readonly queues: readonly QueueStatus[];
  /** Late queues among the channels with an alert. */
  readonly late: readonly LateQueue[];
  /** Messages that may or may not have been posted; each stops its channel. */
  readonly held: readonly HeldPost[];
  /** Of the last seven days, for channels with an alert. */
  readonly givenUp: readonly GivenUp[];
  /** For events of the last seven days, in channels with an alert. */
  readonly tooOld: readonly TooOld[];
  /** Messages of the last seven days from which Discord refused parts. */
  readonly reduced: readonly ReducedMessages[];
  /** Messages that cannot be edited to the latest state at present. */
  readonly outdated: readonly OutdatedMessages[];
  /** Of the last seven days, for channels with an alert. */
  readonly notDecided: readonly NotDecided[];
  /** Tickers that Discord does not rename, with its error code; none by default. */
  readonly stoppedTickers?: readonly { readonly channelId: string; readonly code: number }[];
}
