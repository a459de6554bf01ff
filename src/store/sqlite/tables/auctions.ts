import type { Database } from 'better-sqlite3';
import type { AuctionAlert } from '../../../alerts/alert.ts';
import type { TrackedAuction } from '../../../alerts/auctions/tracked-auction.ts';
import { isAuction } from '../../../alerts/kinds/auction/schema.ts';
import { readState } from '../../rows/alert.ts';
import { readTrackedAuction, writeTrackedAuction } from '../../rows/auction.ts';
import { readNumber } from '../../rows/row-mapper.ts';

/** Tables auctions and auction_state: the tracked auctions. */
export interface AuctionTables {
  /** Whether the first poll was ingested. */
  hasBaseline(): boolean;
  /** Records a poll; the first one is the baseline. @param at epoch ms */
  notePoll(at: number): void;
  /** In the order in which they were first seen. */
  all(): readonly TrackedAuction[];
  count(): number;
  /** The latest states of those that have a topic. */
  states(): readonly AuctionAlert[];
  save(tracked: TrackedAuction): void;
  remove(id: string): void;
}

export function createAuctionTables(db: Database): AuctionTables {
  const hasBaseline = db.prepare<[]>('SELECT 1 FROM auction_state');
  const note = db.prepare<[number]>(
    'INSERT INTO auction_state (id, baseline_at) VALUES (1, ?) ON CONFLICT (id) DO NOTHING',
  );
  const all = db.prepare<[]>('SELECT payload FROM auctions ORDER BY seq').pluck();
  const count = db.prepare<[]>('SELECT count(*) FROM auctions').pluck();
  const states = db
    .prepare<[]>(`SELECT topics.payload FROM auctions JOIN topics ON topics.key = 'auction:' || auctions.id`)
    .pluck();
  const save = db.prepare<[string, string]>(
    'INSERT INTO auctions (id, payload) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET payload = excluded.payload',
  );
  const remove = db.prepare<[string]>('DELETE FROM auctions WHERE id = ?');

  return {
    hasBaseline: () => hasBaseline.get() !== undefined,
    notePoll(at) {
      note.run(at);
    },
    all: () => all.all().map(readTrackedAuction),
    count: () => readNumber(count.get()),
    states: () => states.all().map(readState).filter(isAuction),
    save(tracked) {
      save.run(tracked.auction.id, writeTrackedAuction(tracked));
    },
    remove(id) {
      remove.run(id);
    },
  };
}
