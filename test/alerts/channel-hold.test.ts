import { describe, expect, it } from 'vitest';
import { holdOf, type PostedHour } from '#src/alerts/channel-hold.ts';
import { personHold } from '#src/alerts/person-limit.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';

const HOUR_MS = 3_600_000;
/** Ten in the evening in UTC. */
const NOW = Date.UTC(2026, 0, 1, 22);
const QUIET = { from: 21 * 60, to: 7 * 60 };

/** What delays a channel that posted five messages in the last hour, the first half an hour ago. */
const hold = (settings: Partial<ChannelSettings>, hour: Partial<PostedHour> = {}) =>
  holdOf(
    { target: { person: null }, postsLastHour: 5, oldestPostOfHour: NOW - HOUR_MS / 2, ...hour },
    { settings: { ...DEFAULT_CHANNEL_SETTINGS, ...settings }, timeZone: 'UTC' },
    NOW,
  );

describe('a channel', () => {
  it('is not delayed by its default settings', () => {
    expect(hold({})).toBeNull();
  });

  it('posts nothing in its quiet hours, not even what is urgent', () => {
    const held = { until: Date.UTC(2026, 0, 2, 7), includeUrgent: true, because: 'quiet hours' };
    expect(hold({ quiet: QUIET })).toEqual(held);
    expect(hold({ quiet: QUIET, hourlyLimit: 5 })).toEqual(held);
  });

  it('posts nothing beyond its hourly limit, until its oldest message is an hour old', () => {
    const until = NOW + HOUR_MS / 2;
    expect(hold({ hourlyLimit: 5 })).toEqual({ until, includeUrgent: true, because: 'hourly limit' });
    expect(hold({ hourlyLimit: 6 })).toBeNull();
  });

  it('waits a second more where the oldest message is already an hour old by its own clock', () => {
    expect(hold({ hourlyLimit: 5 }, { oldestPostOfHour: NOW - HOUR_MS })?.until).toBe(NOW + 1_000);
  });
});

describe('a person', () => {
  const person = (hour: Partial<PostedHour>) => hold({ hourlyLimit: 5 }, { target: { person: {} }, ...hour });

  it('gets urgent alerts beyond the limit, up to a higher one', () => {
    expect(person({})).toEqual({ until: NOW + HOUR_MS / 2, includeUrgent: false, because: 'hourly limit' });
    expect(person({ postsLastHour: 59 })?.includeUrgent).toBe(false);
    expect(person({ postsLastHour: 60 })?.includeUrgent).toBe(true);
    expect(person({ postsLastHour: 4 })).toBeNull();
  });

  it('gets the summary when the last message before the limit said, unless the limit was changed', () => {
    const hour = { postsLastHour: 5, oldestPostOfHour: NOW - HOUR_MS / 2 };
    const limitNotice = { until: NOW + 1_234, limit: 5, watch: null };
    expect(personHold({ ...hour, limitNotice }, 5, NOW)?.until).toBe(NOW + 1_234);
    expect(personHold({ ...hour, limitNotice }, 4, NOW)?.until).toBe(NOW + HOUR_MS / 2);
    expect(personHold({ ...hour, limitNotice: { ...limitNotice, until: NOW } }, 5, NOW)?.until).toBe(NOW);
    expect(personHold({ ...hour, postsLastHour: 3, limitNotice }, 5, NOW)?.until).toBe(NOW + 1_234);
    expect(personHold({ ...hour, postsLastHour: 3, limitNotice }, 4, NOW)).toBeNull();
  });
});
