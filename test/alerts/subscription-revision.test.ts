import { describe, expect, it } from 'vitest';
import { isSamePing, type PingSettings } from '#src/alerts/settings.ts';
import { countByChannel, exceededLimit, RULE_LIMITS } from '#src/alerts/subscription-revision.ts';
import { personTarget } from '#src/alerts/target.ts';

type Counts = Readonly<Record<string, number>>;

const exceeded = (present: Counts, coming: Counts, going: Counts = {}) =>
  exceededLimit({
    present: new Map(Object.entries(present)),
    coming: new Map(Object.entries(coming)),
    going: new Map(Object.entries(going)),
  });

/** So many rules in channels that each have no more than they may. */
const spread = (count: number): Counts =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(count / 20) }, (_, number) => [
      `c${number}`,
      Math.min(20, count - number * 20),
    ]),
  );

describe('the limit of rules', () => {
  it.each([
    ['a channel', 'c0', RULE_LIMITS.channel],
    ['a person', personTarget('1'), RULE_LIMITS.person],
  ])('of %s may be reached, and not exceeded', (_whose, target, limit) => {
    expect(exceeded({ [target]: limit - 2 }, { [target]: 2 })).toBeNull();
    expect(exceeded({ [target]: limit - 2 }, { [target]: 3 })).toEqual({
      type: 'over',
      of: 'channel',
      channelId: target,
      count: limit + 1,
    });
    expect(exceeded({}, { [target]: limit + 5 })).toMatchObject({ count: limit + 5 });
  });

  it('counts what goes in the same change', () => {
    expect(exceeded({ c0: 25 }, { c0: 3 }, { c0: 3 })).toBeNull();
    expect(exceeded({ c0: 25 }, { c0: 3 }, { c0: 2 })).toMatchObject({ of: 'channel', count: 26 });
    expect(exceeded({ c0: 25 }, { c0: 1 }, { c1: 1 })).toMatchObject({ of: 'channel', count: 26 });
  });

  it('is no reason to refuse a change after which a channel above it has no more than before', () => {
    expect(exceeded({ c0: 40 }, { c0: 2 }, { c0: 2 })).toBeNull();
    expect(exceeded({ c0: 40 }, { c1: 1 })).toBeNull();
    expect(exceeded({ c0: 40 }, { c0: 2 }, { c0: 1 })).toMatchObject({ of: 'channel', count: 41 });
  });

  it('of a server may be reached, and not exceeded, wherever its rules come and go', () => {
    const present = spread(RULE_LIMITS.server - 2);
    expect(exceeded(present, { new: 2 })).toBeNull();
    expect(exceeded(present, { new: 3 })).toEqual({ type: 'over', of: 'server', count: 501 });
    expect(exceeded(present, { new: 3 }, { c0: 1 })).toBeNull();
    expect(exceeded(spread(600), { new: 3 }, { c0: 3 })).toBeNull();
    expect(exceeded(spread(600), { new: 3 }, { c0: 2 })).toEqual({ type: 'over', of: 'server', count: 601 });
  });

  it('is counted by channel', () => {
    const rules = ['c0', 'c1', 'c0'].map((channelId) => ({ channelId }));
    expect(countByChannel(rules)).toEqual(
      new Map([
        ['c0', 2],
        ['c1', 1],
      ]),
    );
  });
});

describe('two settings of a ping', () => {
  const ping: PingSettings = { roleId: '7', minimum: 10n, coolDownMinutes: 5 };

  it('are the same where role, minimum and cool-down are, or where there is none', () => {
    expect(isSamePing(ping, { ...ping })).toBe(true);
    expect(isSamePing(null, null)).toBe(true);
  });

  it.each<PingSettings | null>([
    null,
    { ...ping, roleId: '8' },
    { ...ping, minimum: 11n },
    { ...ping, minimum: null },
    { ...ping, coolDownMinutes: 6 },
  ])('differ otherwise', (other) => {
    expect(isSamePing(ping, other)).toBe(false);
    expect(isSamePing(other, ping)).toBe(false);
  });
});
