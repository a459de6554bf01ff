import { describe, expect, it } from 'vitest';
import type { Burn } from '#src/alerts/burn.ts';
import type { Address } from '#src/chain/address.ts';
import type { FeedBatch } from '#src/store/model/ingest-batch.ts';
import { ingestionOf, prune } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const DAY = 86_400;
const DERPS: Address = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';
const APES: Address = '0x00000000000000000000000000000000000000aa';

const burn = (key: string, at: number, changes: Partial<Burn> = {}): Burn => ({
  ...{ key, at, collection: DERPS, quantity: 1n },
  ...changes,
});

/** The part of `FeedStore` that stores burns. */
export function describeBurns(harness: StoreHarness): void {
  describe('stored burns', () => {
    const given = storeForEachTest(harness);

    const save = (changes: Partial<FeedBatch>, at = 20) =>
      given.store.ingest(ingestionOf([], { at: at * 1_000, ...changes }));
    const burned = (from = 0, to = 100 * DAY, collections: readonly Address[] | null = null) =>
      given.store.burnedBetween({ collections, from, to });

    it('are added up by collection, of a period and of some collections or all', async () => {
      await save({
        burns: [burn('a', 5), burn('b', 6), burn('c', 7, { collection: APES, quantity: 2n ** 100n })],
      });
      await save({ burns: [burn('d', 8, { quantity: 40n })] });
      expect(await burned()).toEqual([
        { collection: APES, quantity: 2n ** 100n },
        { collection: DERPS, quantity: 42n },
      ]);
      expect(await burned(6, 8)).toEqual([
        { collection: APES, quantity: 2n ** 100n },
        { collection: DERPS, quantity: 1n },
      ]);
      expect(await burned(6, 9, [DERPS])).toEqual([{ collection: DERPS, quantity: 41n }]);
      expect(await burned(9)).toEqual([]);
      expect(await burned(0, 9, [])).toEqual([]);
    });

    it('are counted once, however often they are given', async () => {
      await save({ burns: [burn('a', 5), burn('a', 5)] });
      await save({ burns: [burn('a', 5)] });
      expect(await burned()).toEqual([{ collection: DERPS, quantity: 1n }]);
    });

    it('are removed, or replaced in the same ingestion', async () => {
      await save({ burns: [burn('a', 5), burn('b', 6)] });
      await save({ removedBurns: ['a', 'b', 'unknown'], burns: [burn('b', 6, { quantity: 3n })] });
      expect(await burned()).toEqual([{ collection: DERPS, quantity: 3n }]);
      await save({ removedBurns: ['b'] });
      expect(await burned()).toEqual([]);
    });

    it('are kept for two weeks', async () => {
      await save({ burns: [burn('young', 2 * DAY), burn('old', DAY)] }, 2 * DAY);
      await prune(given.store, (15 * DAY + 1) * 1_000);
      expect(await burned()).toEqual([{ collection: DERPS, quantity: 1n }]);
      expect(await burned(2 * DAY)).toHaveLength(1);
      await prune(given.store, (16 * DAY + 1) * 1_000);
      expect(await burned()).toEqual([]);
    });
  });
}
