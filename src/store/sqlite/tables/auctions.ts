import type { Database } from 'better-sqlite3';
import type { TrackedAuction } from '../../../domain/tracked-auction.ts';
import { readTrackedAuction, writeTrackedAuction } from '../../rows/auction.ts';

/** The tables `auctions` and `auction_state`: the auctions that are watched. */
export interface AuctionTables {
  /** Whether the first look was taken in. */
  begun(): boolean;
  /** Notes a look; the first one is the baseline. @param at epoch ms */
  noteLook(at: number): void;
  /** In the order in which they were first seen. */
  all(): readonly TrackedAuction[];
  save(tracked: TrackedAuction): void;
  remove(id: string): void;
}

export function createAuctionTables(db: Database): AuctionTables {
  const begun = db.prepare<[]>('SELECT 1 FROM auction_state');
  const note = db.prepare<[number]>(
    'INSERT INTO auction_state (id, baseline_at) VALUES (1, ?) ON CONFLICT (id) DO NOTHING',
  );
  const all = db.prepare<[]>('SELECT payload FROM auctions ORDER BY seq').pluck();
  const save = db.prepare<[string, string]>(
    'INSERT INTO auctions (id, payload) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET payload = excluded.payload',
  );
  const remove = db.prepare<[string]>('DELETE FROM auctions WHERE id = ?');

  return {
    begun: () => begun.get() !== undefined,
    noteLook(at) {
      note.run(at);
    },
    all: () => all.all().map(readTrackedAuction),
    save(tracked) {
      save.run(tracked.auction.id, writeTrackedAuction(tracked));
    },
    remove(id) {
      remove.run(id);
    },
  };
}
