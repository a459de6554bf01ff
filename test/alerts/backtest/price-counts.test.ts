import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPriceCounts,
  priceForAtMost,
  readRoundPrice,
  roundPriceText,
} from '#src/alerts/backtest/price-counts.ts';

const counted = (prices: readonly bigint[], days = 1) => {
  const counts = createPriceCounts();
  for (const price of prices) counts.add(price);
  return { byThreshold: counts.byThreshold(), days };
};

describe('the price from which a rule posts at most some messages a day', () => {
  it('is the lowest round one', () => {
    const prices = [123n, 456n, 789n, 1_234n, 5_678n];
    expect(priceForAtMost(2, [counted(prices)])).toBe(1_200n);
    expect(priceForAtMost(3, [counted(prices)])).toBe(780n);
    expect(priceForAtMost(1, [counted(prices, 2)])).toBe(1_200n);
  });

  it('adds the messages of several periods, each by its days', () => {
    const week = counted([500n, 500n, 500n, 500n, 500n, 500n, 500n], 7);
    const month = counted([100n, 600n, 600n], 3);
    expect(priceForAtMost(1, [week, month])).toBe(600n);
    expect(priceForAtMost(2, [week, month])).toBe(100n);
  });

  it('is written in five characters', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (price) => {
        const text = roundPriceText(price);
        const read = readRoundPrice(text) ?? -1n;
        expect(text.length).toBeLessThanOrEqual(5);
        expect(read <= price && price * 10n <= read * 11n).toBe(true);
        expect(roundPriceText(read)).toBe(text);
      }),
    );
    expect(readRoundPrice('1e')).toBeNull();
  });

  it('does not exist if even the highest price is paid too often', () => {
    expect(priceForAtMost(1, [counted([7n, 7n])])).toBeNull();
    expect(priceForAtMost(1, [counted([])])).toBeNull();
  });

  it('forgets what was taken back', () => {
    const counts = createPriceCounts();
    counts.add(1_234n);
    counts.remove(1_299n);
    expect(counts.byThreshold()).toEqual(new Map());
  });

  it('never lets more messages through, for any prices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 22n })),
        fc.integer({ min: 0, max: 20 }),
        (prices, most) => {
          const price = priceForAtMost(most, [counted(prices)]);
          const reaching = prices.filter((one) => price !== null && one >= price).length;
          expect(reaching).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});
