import { HOUR_MS } from '#src/chain/durations.ts';
import { type LimitHold, type PersonHour, personHold, RECHECK_MS } from './person-limit.ts';
import { quietUntil } from './quiet-hours.ts';
import type { ChannelSettings } from './settings.ts';

/** The channel's settings and time zone. */
export interface ChannelPreferences {
  readonly settings: ChannelSettings;
  /** IANA time zone name. */
  readonly timeZone: string;
}

/** The messages to a channel or a user in the last hour. */
export interface PostedHour extends PersonHour {
  /** `person` is `null` for a channel. */
  readonly target: { readonly person: object | null };
}

/** What a channel's settings delay now. */
export interface ChannelHold extends LimitHold {
  readonly because: 'quiet hours' | 'hourly limit';
}

/**
 * Returns why, and until when, the channel's settings delay its messages; `null` if they do not.
 * @param at epoch ms
 */
export function holdOf(
  hour: PostedHour,
  { settings, timeZone }: ChannelPreferences,
  at: number,
): ChannelHold | null {
  const quiet = settings.quiet === null ? null : quietUntil(settings.quiet, timeZone, at);
  if (quiet !== null) return { until: quiet, includeUrgent: true, because: 'quiet hours' };
  const { hourlyLimit } = settings;
  if (hourlyLimit === null) return null;
  if (hour.target.person !== null) {
    const hold = personHold(hour, hourlyLimit, at);
    return hold === null ? null : { ...hold, because: 'hourly limit' };
  }
  if (hour.oldestPostOfHour === null || hour.postsLastHour < hourlyLimit) return null;
  const until = Math.max(hour.oldestPostOfHour + HOUR_MS, at + RECHECK_MS);
  return { until, includeUrgent: true, because: 'hourly limit' };
}
