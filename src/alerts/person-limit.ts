import { HOUR_MS } from '#src/chain/durations.ts';
import { MAX_PERSON_HOURLY_LIMIT } from './settings.ts';

/** Minimum wait for the hourly limit: the clocks of store and queue may disagree at the end of the hour, ms. */
const RECHECK_MS = 1_000;

/** What a message to a person says of their hourly limit, beside its alerts. */
export interface LimitNotice {
  /** When the summary of the rest follows, epoch ms. */
  readonly until: number;
  /** The limit that is reached. */
  readonly limit: number;
  /** The number of the watch that asked for the message; `null` if that is unknown. */
  readonly watch: number | null;
}

/** The messages of a person's last hour. */
export interface PersonHour {
  readonly postsLastHour: number;
  /** When it was accepted, epoch ms. */
  readonly oldestPostOfHour: number | null;
  /** What they said last of the limit; `null` for nothing. */
  readonly limitNotice?: LimitNotice | null;
}

/** What a limit holds back. */
export interface LimitHold {
  /** When the summary is due, epoch ms; not later than now when that is so now. */
  readonly until: number;
  /** Whether also what is urgent is held back: being outbid, a coming end, having won. */
  readonly includeUrgent: boolean;
}

/**
 * What a person's hourly limit holds back now; `null` for nothing. What is urgent is exempt up to a limit of its own.
 * All else that is beyond the limit is one summary an hour, at the time that the last message before it named, as long
 * as the limit is the same.
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
 * What a message to a person says of the limit, if it is the last one before it or a summary beyond it; `null` for
 * nothing.
 * @param watch the number of the watch that asked for it; `null` if that is unknown
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
