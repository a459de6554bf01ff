import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewerPoints } from '#src/charts/fewer-points.ts';

const anyPoints = fc
  .array(fc.record({ at: fc.nat(100_000), value: fc.option(fc.bigInt({ min: 0n, max: 1_000n })) }), {
    maxLength: 400,
  })
  .map((points) => points.toSorted((one, other) => one.at - other.at));

describe('fewer points of a chart', () => {
  it('are so many at most, in order, with the ends and the extremes', () => {
    fc.assert(
      fc.property(anyPoints, fc.integer({ min: 4, max: 100 }), fc.nat(100_000), (points, most, from) => {
        const kept = fewerPoints(points, most, from);
        expect(kept.length).toBeLessThanOrEqual(Math.max(most, Math.min(points.length, most)));
        expect(kept).toEqual(points.filter((point) => kept.includes(point)));
        expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
        const values = (of: typeof points) =>
          of.flatMap(({ value }) => (value === null ? [] : [Number(value)]));
        expect(Math.max(...values([...kept]))).toBe(Math.max(...values(points)));
        expect(Math.min(...values([...kept]))).toBe(Math.min(...values(points)));
      }),
    );
  });

  it('show a period as finely however long before it the first point is', () => {
    const point = (at: number) => ({ at, value: BigInt(at % 7) });
    const period = Array.from({ length: 400 }, (_, index) => point(1_000_000 + index));
    const kept = fewerPoints([point(0), ...period], 60, 1_000_000);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept[0]).toEqual(point(0));
  });

  it('are all where there are no more', () => {
    const points = [{ at: 1, value: 1n }];
    expect(fewerPoints(points, 4, 0)).toBe(points);
  });
});
