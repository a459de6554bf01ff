import { describe, expect, it } from 'vitest';
import { collectionNamed } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

/** The contract of `DirectoryStore`. */
export function describeDirectory(harness: StoreHarness): void {
  describe('the directory', () => {
    const given = storeForEachTest(harness);
    const derps = collectionNamed('Derps “&” 🦆', {
      symbol: 'DERP',
      path: 'derps%7C.one',
      verified: true,
      totalVolume: 2n ** 200n,
      floor: 2n ** 199n,
      thumbnail: 'https://img.example/derps.png',
    });
    const apes = collectionNamed('Apes', { address: '0x00000000000000000000000000000000000000aa' });

    it('is empty at first', async () => {
      await expect(given.store.loadCollections()).resolves.toEqual([]);
    });

    it('comes back as it was saved, in its order', async () => {
      await given.store.saveCollections([derps, apes]);
      await expect(given.store.loadCollections()).resolves.toEqual([derps, apes]);
    });

    it('keeps nothing of what else the marketplace reports of a collection', async () => {
      const reported = { ...derps, totalSales: 7, rarity: { raritySource: 'other' } };
      await given.store.saveCollections([reported]);
      await expect(given.store.loadCollections()).resolves.toEqual([derps]);
    });

    it('is replaced as a whole', async () => {
      await given.store.saveCollections([derps, apes]);
      await given.store.saveCollections([apes]);
      await expect(given.store.loadCollections()).resolves.toEqual([apes]);
    });

    it('keeps the first of two collections with one address', async () => {
      await given.store.saveCollections([derps, { ...apes, address: derps.address }]);
      await expect(given.store.loadCollections()).resolves.toEqual([derps]);
    });
  });
}
