import { address } from '#src/chain/codecs.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import type { Database } from './database/database.ts';
import { inChunks } from './database/lists.ts';

const amount = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Creates the transactions of the local copy of the marketplace's list of collections. */
export function createDirectoryStore(database: Database) {
  return {
    /** Resolves to the collections in the order in which they were saved. */
    loadCollections: (): Promise<readonly CollectionSummary[]> =>
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

    /** Replaces the whole list. */
    saveCollections: (collections: readonly CollectionSummary[]): Promise<void> =>
      database.transaction('saveCollections', async (transaction) => {
        await transaction.deleteFrom('collections').execute();
        // Name the fields, because the marketplace returns more of them.
        const rows = collections.map((collection, position) => ({
          position,
          address: collection.address,
          name: collection.name,
          symbol: collection.symbol,
          path: collection.path,
          thumbnail: collection.thumbnail,
          isVerified: collection.verified,
          totalVolume: collection.totalVolume?.toString() ?? null,
          floor: collection.floor?.toString() ?? null,
        }));
        // Of two collections with the same address, keep the first.
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

export type DirectoryStore = ReturnType<typeof createDirectoryStore>;
