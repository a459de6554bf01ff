import { describe, expect, it } from 'vitest';
import type { RuleRecord } from '../world/rules.ts';
import { droppedUntil, switchedWithin } from './rule-times.ts';

const rule = (times: Partial<RuleRecord> = {}): RuleRecord => ({
  channelId: '1',
  plan: { topics: ['sale'], collection: null, priceFrom: null },
  id: '1',
  askedAt: 0,
  inForceFrom: 1,
  removalAskedAt: null,
  removedAt: null,
  switches: [],
  ...times,
});

describe('a rule that is paused and resumed', () => {
  const paused = rule({ switches: [{ to: 'pause', askedAt: 10, doneAt: 12 }] });
  const resumed = rule({
    switches: [...paused.switches, { to: 'resume', askedAt: 20, doneAt: null }],
  });

  it.each([
    [2, 9, 'active'],
    [2, 10, 'either'],
    [11, 15, 'either'],
    [12, 15, 'paused'],
  ] as const)('from %i to %i is known to be %s', (from, to, state) => {
    expect(switchedWithin(paused, from, to)).toBe(state);
  });

  it('may be either after a command that was never answered', () => {
    expect(switchedWithin(resumed, 13, 19)).toBe('paused');
    expect(switchedWithin(resumed, 30, 40)).toBe('either');
  });
});

describe('what waits in a channel', () => {
  it('is kept while another rule is left', () => {
    expect(droppedUntil([rule({ removalAskedAt: 10, removedAt: 11 }), rule()])).toBeNull();
  });

  it('may be dropped until the removal of the last rule is confirmed', () => {
    const removed = rule({ removalAskedAt: 10, removedAt: 11 });
    expect(droppedUntil([removed, rule({ inForceFrom: 12 })])).toBe(11);
    expect(droppedUntil([rule({ removalAskedAt: 10 })])).toBe(Number.POSITIVE_INFINITY);
  });
});
