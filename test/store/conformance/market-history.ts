import { describe, expect, it } from 'vitest';
import type { Address } from '#src/chain/address.ts';
import type { CollectionReading, MarketPoint } from '#src/marketplace/market-point.ts';
import { prune } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** The beginning of a day and of a month, epoch s. */
const START = Date.UTC(2025, 5, 1) / 1_000;
const APES: Address = `0x${'a'.repeat(40)}`;
const DERPS: Address = `0x${'d'.repeat(40)}`;
const ALL = { from: 0, to: START * 2 };

const reading = (floor: bigint | null, more: Partial<CollectionReading> = {}): CollectionReading => ({
  collection: APES,
  floor,
  listed: 10,
  owners: 5,
  volume: 10n ** 20n,
  ...more,
});

/** The contract of `MarketHistoryStore`. */
export function describeMarketHistory(harness: StoreHarness): void {
  describe('the market over time', () => {
    const given = storeForEachTest(harness);
    const points = (period = ALL, collection = APES): Promise<readonly MarketPoint[]> =>
      given.store.marketPoints(collection, period);
    const floors = async (period = ALL) => (await points(period)).map(({ floor }) => floor);
    const times = async (period = ALL) => (await points(period)).map(({ at }) => at - START);

    it('is nothing at first', async () => {
      expect(await points()).toEqual([]);
    });

    it('has what was recorded, at a whole minute', async () => {
      await given.store.recordMarket(
        [
          reading(2n ** 200n, { volume: null }),
          reading(null, { collection: DERPS, listed: null, owners: null }),
        ],
        START + 61,
      );
      expect(await points()).toEqual([
        { at: START + 60, floor: 2n ** 200n, listed: 10, owners: 5, volume: null },
      ]);
      expect(await points(ALL, DERPS)).toEqual([
        { at: START + 60, floor: null, listed: null, owners: null, volume: 10n ** 20n },
      ]);
    });

    it('has a point for each change, at most one in ten minutes', async () => {
      const readings: [number, CollectionReading][] = [
        [0, reading(5n)],
        [600, reading(5n)],
        [1_200, reading(5n, { listed: 11 })],
        [1_500, reading(7n)],
        [1_800, reading(8n)],
        [DAY, reading(8n)],
        [DAY + 60, reading(8n, { listed: 11, owners: 6 })],
        [DAY + 660, reading(8n, { listed: 11, owners: 6, volume: 3n })],
      ];
      for (const [after, one] of readings) await given.store.recordMarket([one], START + after);
      expect(await times()).toEqual([0, 1_200, 1_800, DAY + 60, DAY + 660]);
      expect(
        (await points()).map(({ floor, listed, owners, volume }) => [floor, listed, owners, volume]),
      ).toEqual([
        [5n, 10, 5, 10n ** 20n],
        [5n, 11, 5, 10n ** 20n],
        [8n, 10, 5, 10n ** 20n],
        [8n, 11, 6, 10n ** 20n],
        [8n, 11, 6, 3n],
      ]);
    });

    it('has the points of a period, after the last one before it', async () => {
      for (const [after, floor] of [
        [0, 1n],
        [2 * DAY, 2n],
        [3 * DAY, 3n],
        [5 * DAY, 4n],
      ] as const)
        await given.store.recordMarket([reading(floor)], START + after);
      expect(await floors({ from: START + 2 * DAY, to: START + 5 * DAY })).toEqual([1n, 2n, 3n]);
      expect(await floors({ from: START + 2 * DAY + 1, to: START + 5 * DAY + 1 })).toEqual([2n, 3n, 4n]);
      expect(await floors({ from: START - 5, to: START + 5 })).toEqual([1n]);
      expect(await floors({ from: START + 9 * DAY, to: START + 10 * DAY })).toEqual([4n]);
    });

    it('is thinned to an hour after 7 days', async () => {
      for (let minute = 0; minute < 180; minute += 20)
        await given.store.recordMarket([reading(BigInt(minute))], START + minute * 60);
      await prune(given.store, (START + 8 * DAY) * 1_000 - 1);
      expect(await floors()).toHaveLength(9);
      await prune(given.store, (START + 8 * DAY) * 1_000);
      expect(await floors()).toEqual([40n, 100n, 160n]);
    });

    it('is thinned to a day after 90 days, with the months that there were', async () => {
      for (let hour = 0; hour < 40 * 24; hour += 8)
        await given.store.recordMarket([reading(BigInt(hour))], START + hour * HOUR);
      await prune(given.store, (START + 140 * DAY) * 1_000);
      expect(await floors()).toEqual(Array.from({ length: 40 }, (_unused, day) => BigInt(day * 24 + 16)));
      expect(await floors({ from: START + 31 * DAY, to: START + 33 * DAY })).toEqual(
        [30, 31, 32].map((day) => BigInt(day * 24 + 16)),
      );
    });

    it('has the hours of past weeks for any period, with the one before it', async () => {
      const hours = Array.from({ length: 8 * 24 }, (_unused, index) => index * 5);
      for (const hour of hours) await given.store.recordMarket([reading(BigInt(hour))], START + hour * HOUR);
      for (let day = 8; day < 60; day += 1) await prune(given.store, (START + day * DAY) * 1_000);
      expect(await times()).toEqual(hours.map((hour) => hour * HOUR));
      for (const from of [1, 6, 7, 8, 13, 14, 20, 27, 28, 30, 34]) {
        const period = { from: START + from * DAY + HOUR, to: START + (from + 5) * DAY };
        const within = hours.filter((hour) => hour > from * 24 && hour < (from + 5) * 24);
        const before = hours.findLast((hour) => hour < from * 24 + 1) ?? 0;
        expect(await floors(period)).toEqual([...new Set([before, ...within])].map(BigInt));
      }
    });

    it('counts the days that were joined to a week, and the weeks that were joined to a month', async () => {
      for (let day = 0; day < 21; day += 1)
        await given.store.recordMarket([reading(BigInt(day))], START + day * DAY);
      expect(await prune(given.store, (START + 40 * DAY) * 1_000)).toBe(18);
      expect(await prune(given.store, (START + 140 * DAY) * 1_000)).toBe(2);
      expect(await prune(given.store, (START + 140 * DAY) * 1_000)).toBe(0);
    });

    it('goes on after it was thinned by a clock that was days ahead', async () => {
      const thin = (day: number) => prune(given.store, (START + day * DAY) * 1_000);
      await given.store.recordMarket([reading(1n)], START);
      await given.store.recordMarket([reading(2n)], START + 4 * DAY);
      await thin(20);
      await given.store.recordMarket([reading(3n)], START + 4 * DAY + HOUR);
      await given.store.recordMarket([reading(4n)], START + 5 * DAY);
      expect(await floors()).toEqual([1n, 2n, 3n, 4n]);
      await thin(20);
      expect(await floors()).toEqual([1n, 2n, 3n, 4n]);
      await thin(120);
      expect(await floors()).toEqual([1n, 3n, 4n]);
    });

    it('is the same, thinned day after day or at once', async () => {
      const at = (hours: number) => (START + hours * HOUR) * 1_000;
      for (let hour = 0; hour < 20 * 24; hour += 5)
        for (const collection of [APES, DERPS])
          await given.store.recordMarket([reading(BigInt(hour % 35), { collection })], START + hour * HOUR);
      for (let day = 90; day < 106; day += 1) await prune(given.store, at(day * 24));
      const apes = await points();
      await prune(given.store, at(140 * 24));
      expect((await points()).slice(0, 9)).toEqual(apes.slice(0, 9));
      expect(await points(ALL, DERPS)).toEqual(await points());
    });

    it('is deleted after two years', async () => {
      await given.store.recordMarket([reading(1n)], START);
      await given.store.recordMarket([reading(2n)], START + 800 * DAY);
      await prune(given.store, (START + 800 * DAY) * 1_000);
      expect(await floors()).toEqual([2n]);
    });

    it('goes on after the clock was set back', async () => {
      await given.store.recordMarket([reading(1n)], START + DAY);
      await given.store.recordMarket([reading(2n)], START);
      await given.store.recordMarket([reading(3n)], START + 600);
      expect(await floors()).toEqual([2n, 3n, 1n]);
    });
  });
}
