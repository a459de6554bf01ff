import type { StoreProblem } from '#src/store/model/health.ts';

/** Public figures on the state of the bot. Times are epoch ms. */
export interface BotStatus {
  readonly version: string;
  readonly startedAt: number;
  /** When the marketplace's feed was last read; `null` before the first successful poll. */
  readonly feedReadAt: number | null;
  /** Time of the newest event in the feed; `null` before the first. */
  readonly newestEventAt: number | null;
  /** Failed polls since the last successful one. */
  readonly failures: number;
  /** The problem that prevents writes to the database; `null` for none. */
  readonly storeProblem: StoreProblem | null;
  /** When the feed's format became unreadable, epoch ms; `null` while it is readable. */
  readonly unreadableSince: number | null;
  /** The coin that most prices name, if it is not the chain's own. */
  readonly namedCoin: string | null;
  /** Gateway latency in ms; `null` before the first measurement. */
  readonly discordLatencyMs: number | null;
  /** When Discord allows the next login of a shard, if the daily limit is reached; else `null`. */
  readonly loginsRefusedUntil: number | null;
  /** Queued alerts of all servers. */
  readonly waiting: number;
  /** Channels of all servers with an alert that has been due for more than a minute. */
  readonly late: number;
}
