import type { Database } from 'better-sqlite3';
import type { CollectionSummary } from '../../../domain/collection.ts';
import { readCollection } from '../../rows/collection.ts';

/** The table `collections`: the local copy of the marketplace's collection list. */
export interface DirectoryTable {
  /** In the order in which they were saved. */
  load(): readonly CollectionSummary[];
  /** Replaces the whole list. Of two with one address the first is kept. */
  replace(collections: readonly CollectionSummary[]): void;
}

export function createDirectoryTable(db: Database): DirectoryTable {
  const load = db.prepare<[]>('SELECT * FROM collections ORDER BY position');
  const clear = db.prepare<[]>('DELETE FROM collections');
  const insert = db.prepare<
    [number, string, string, string | null, string | null, number, string | null, string | null]
  >(
    `INSERT INTO collections (position, address, name, symbol, path, verified, total_volume, thumbnail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (address) DO NOTHING`,
  );

  return {
    load: () => load.all().map(readCollection),
    replace(collections) {
      clear.run();
      for (const [position, one] of collections.entries()) {
        const volume = one.totalVolume?.toString() ?? null;
        const verified = one.verified ? 1 : 0;
        insert.run(position, one.address, one.name, one.symbol, one.path, verified, volume, one.thumbnail);
      }
    },
  };
}
