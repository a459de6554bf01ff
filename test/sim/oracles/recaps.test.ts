import { describe, expect, it } from 'vitest';
import { DUE_TIMES } from '../recap-steps.ts';
import { dueTimes } from './recaps.ts';

const DAY = 86_400_000;

describe('the times at which recaps are due in histories', () => {
  it.each(DUE_TIMES)('are once a day or week, in $timeZone at $at', ({ timeZone, on, hour, at }) => {
    const due = Date.parse(at);
    const found = dueTimes({ on, hour }, timeZone, { from: due - 3 * DAY, to: due + 3 * DAY });
    expect(found).toContain(due);
    const expected = on === 'daily' ? 7 : 1;
    // The first and the last are beyond the ends where the clocks changed between.
    expect(Math.abs(found.length - expected)).toBeLessThanOrEqual(1);
    expect(new Set(found.map((one) => Math.floor((one - due + DAY / 2) / DAY))).size).toBe(found.length);
  });
});
