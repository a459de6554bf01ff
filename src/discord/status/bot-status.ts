import type { StoreProblem } from '#src/store/model/health.ts';

/** Public numbers about the state of the bot. Times are epoch ms. */
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
  /** Since when the feed has had a format that cannot be parsed, epoch ms; `null` while it can be. */
  readonly unreadableSince: number | null;
  /** Another coin than the chain's own that most prices name. */
  readonly namedCoin: string | null;
  /** Gateway latency in ms; `null` before the first measurement. */
  readonly discordLatencyMs: number | null;
  /** Until when Discord allows no more logins of shards today; `null` while it does. */
  readonly loginsRefusedUntil: number | null;
  /** Queued alerts of all servers. */
  readonly waiting: number;
  /** Channels of all servers with an alert that has been due for more than a minute. */
  readonly late: number;
}
