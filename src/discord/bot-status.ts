import type { StoreTrouble } from '../domain/store-trouble.ts';

/** How the bot is, in numbers that anybody may know. Moments are epoch ms. */
export interface BotStatus {
  readonly version: string;
  readonly startedAt: number;
  /** When the marketplace's feed was last read; `null` before the first time. */
  readonly feedReadAt: number | null;
  /** The newest event that the feed told of; `null` while it told none. */
  readonly newestEventAt: number | null;
  /** Looks at the feed that failed since it was last read. */
  readonly failures: number;
  /** What keeps the bot from writing something down; `null` for nothing. */
  readonly storeTrouble: StoreTrouble | null;
  /** Since when the feed is told in a form that is not understood, epoch ms; `null` while it is understood. */
  readonly unreadableSince: number | null;
  /** How long Discord's gateway takes to answer, ms; `null` before it was first measured. */
  readonly discordLatencyMs: number | null;
  /** Alerts of all servers that wait to be posted. */
  readonly waiting: number;
  /** Channels of all servers in which something is due and late by more than a minute. */
  readonly late: number;
}
