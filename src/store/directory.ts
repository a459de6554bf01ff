import { address } from '../chain/codecs.ts';
import { inChunks } from './database/chunks.ts';
import type { Database } from './database/database.ts';
import type { DirectoryStore } from './store.ts';

const amount = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** The transactions of the local copy of the marketplace's list of collections. */
export function createDirectoryStore(database: Database): DirectoryStore {
  return {
    loadCollections: () =>
      database.read('loadCollections', async (queries) => {
        const rows = await queries.selectFrom('collections').selectAll().orderBy('position').execute();
        return rows.map(
          ({ address: text, name, symbol, path, isVerified, totalVolume, floor, thumbnail }) => ({
            address: address.parse(text),
            name,
            symbol,
            path,
            verified: isVerified,
            totalVolume: amount(totalVolume),
            floor: amount(floor),
            thumbnail,
          }),
        );
      }),

    saveCollections: (collections) =>
      database.transaction('saveCollections', async (transaction) => {
        await transaction.deleteFrom('collections').execute();
        const rows = collections.map(({ verified, totalVolume, floor, ...collection }, position) => ({
          ...collection,
          position,
          isVerified: verified,
          totalVolume: totalVolume?.toString() ?? null,
          floor: floor?.toString() ?? null,
        }));
        // Of two with the same address the first is kept.
        for (const chunk of inChunks(rows)) {
          await transaction
            .insertInto('collections')
            .values([...chunk])
            .onConflict((conflict) => conflict.column('address').doNothing())
            .execute();
        }
      }),
  };
}
