import type { Database } from 'better-sqlite3';
import type { CollectionSummary } from '../../../marketplace/model/collection.ts';
import { readCollection } from '../../rows/collection.ts';

/** Table collections: the local copy of the marketplace's collection list. */
export interface DirectoryTable {
  /** In the order in which they were saved. */
  load(): readonly CollectionSummary[];
  /** Replaces the whole list. Of two with the same address the first is kept. */
  replace(collections: readonly CollectionSummary[]): void;
}

export function createDirectoryTable(db: Database): DirectoryTable {
  const load = db.prepare<[]>('SELECT * FROM collections ORDER BY position');
  const clear = db.prepare<[]>('DELETE FROM collections');
  const insert = db.prepare<[Readonly<Record<string, string | number | null>>]>(
    `INSERT INTO collections (position, address, name, symbol, path, verified, total_volume, thumbnail, floor)
     VALUES (@position, @address, @name, @symbol, @path, @verified, @totalVolume, @thumbnail, @floor)
     ON CONFLICT (address) DO NOTHING`,
  );

  return {
    load: () => load.all().map(readCollection),
    replace(collections) {
      clear.run();
      for (const [position, one] of collections.entries()) {
        insert.run({
          ...one,
          position,
          verified: one.verified ? 1 : 0,
          totalVolume: one.totalVolume?.toString() ?? null,
          floor: one.floor?.toString() ?? null,
        });
      }
    },
  };
}
