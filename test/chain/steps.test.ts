import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps, sortInSteps } from '#src/chain/steps.ts';

describe('sorting in steps', () => {
  it('gives the same result as `toSorted`, and is stable', () => {
    const anyItems = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 9 }) }), { maxLength: 300 });
    fc.assert(
      fc.property(anyItems, (items) => {
        const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
        const sorted = runSteps(sortInSteps(items, byRank));
        const expected = items.toSorted(byRank);
        expect(sorted.length).toBe(expected.length);
        expect(sorted.every((one, at) => one === expected[at])).toBe(true);
      }),
    );
  });

  it('compares at most once in a step, and not much more often than needed overall', () => {
    const items = Array.from({ length: 1_000 }, (_unused, at) => ({ rank: (at * 617) % 1_000 }));
    let compared = 0;
    let all = 0;
    let most = 0;
    const steps = sortInSteps(items, (a, b) => {
      compared += 1;
      return a.rank - b.rank;
    });
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      most = Math.max(most, compared);
      all += compared;
      compared = 0;
    }
    expect(most).toBe(1);
    expect(all).toBeLessThan(1_000 * Math.ceil(Math.log2(1_000)));
  });
});
