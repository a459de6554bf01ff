import { HOUR_MS } from '#src/chain/durations.ts';
import { MAX_PERSON_HOURLY_LIMIT } from './settings.ts';

/** Minimum wait for the hourly limit, ms. The clocks of store and queue may disagree at the end of the hour. */
export const RECHECK_MS = 1_000;

/** Note on the hourly limit in a message to a user, beside its alerts. */
export interface LimitNotice {
  /** When the summary of the rest follows, epoch ms. */
  readonly until: number;
  /** The limit that is reached. */
  readonly limit: number;
  /** The number of the watch that caused the message; `null` if unknown. */
  readonly watch: number | null;
}

/** The messages to a user in the last hour. */
export interface PersonHour {
  readonly postsLastHour: number;
  /** When the oldest message was accepted, epoch ms. */
  readonly oldestPostOfHour: number | null;
  /** Their latest note on the limit; `null` for none. */
  readonly limitNotice?: LimitNotice | null;
}

/** The alerts that a limit delays. */
export interface LimitHold {
  /** When the summary is due, epoch ms; at most now if it is due already. */
  readonly until: number;
  /** Whether urgent alerts are delayed too: being outbid, a reminder, having won. */
  readonly includeUrgent: boolean;
}

/**
 * Returns what a user's hourly limit delays now; `null` for nothing. Urgent alerts have a separate, higher limit.
 * Everything else beyond the limit goes into one summary an hour, at the time given by the last message before it, as
 * long as the limit is unchanged.
 * @param at epoch ms
 */
export function personHold(hour: PersonHour, limit: number, at: number): LimitHold | null {
  const { postsLastHour, oldestPostOfHour: oldest, limitNotice = null } = hour;
  const untilOldest = oldest === null ? at : Math.max(oldest + HOUR_MS, at + RECHECK_MS);
  if (postsLastHour >= MAX_PERSON_HOURLY_LIMIT) return { until: untilOldest, includeUrgent: true };
  const notice = limitNotice?.limit === limit ? limitNotice : null;
  if (notice !== null && notice.until > at) return { until: notice.until, includeUrgent: false };
  if (postsLastHour < limit) return null;
  return { until: notice === null ? untilOldest : at, includeUrgent: false };
}

/**
 * Returns the note on the limit for a message to a user, if it is the last one before the limit or a summary beyond it;
 * `null` for none.
 * @param watch the number of the watch that caused it; `null` if unknown
 */
export function limitNoticeOf(
  { postsLastHour, oldestPostOfHour }: PersonHour,
  limit: number,
  {
    layout,
    watch,
    at,
  }: { readonly layout: 'card' | 'summary'; readonly watch: number | null; readonly at: number },
): LimitNotice | null {
  const count = postsLastHour + 1;
  const isLast = count === limit || (layout === 'summary' && count > limit);
  if (!isLast) return null;
  const from = layout === 'summary' ? at : (oldestPostOfHour ?? at);
  return { until: from + HOUR_MS, limit, watch };
}
