import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import { packedRow, packPoints, unpackPoints } from '#src/store/model/packed-points.ts';

const DAY = 20_000;
const anyAmount = fc.option(
  fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.nat(500).map((coins) => BigInt(coins) * 10n ** 17n),
  ),
);
const anyPoints = fc
  .array(
    fc.record({
      minute: fc.nat(24 * 60 - 1),
      floor: anyAmount,
      listed: fc.option(fc.nat()),
      owners: fc.option(fc.nat(3)),
      volume: anyAmount,
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((points) =>
    points
      .toSorted((one, other) => one.minute - other.minute)
      .map(({ minute, ...point }): MarketPoint => ({ at: (DAY * 24 * 60 + minute) * 60, ...point })),
  );

describe('packed points of the market', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        expect(unpackPoints(packPoints(points, DAY), DAY)).toEqual(points);
      }),
    );
  });

  it('are the same, written at once or one after the other', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const [first, ...others] = points;
        let text = packPoints(first === undefined ? [] : [first], DAY);
        for (const point of others) text = packedRow(text, DAY).with(point);
        expect(text).toBe(packPoints(points, DAY));
        expect(packedRow(text, DAY).last).toEqual(points.at(-1));
      }),
    );
  });

  it.each(['', '1,x', '-1,5', '1,1e101', '1,1,1,1,1,1', '1;;2', '1,0x10'])('refuse %j', (text) => {
    expect(() => unpackPoints(text, DAY)).toThrow('market points that cannot be read');
    expect(() => packedRow(text, DAY)).toThrow('market points that cannot be read');
  });
});
