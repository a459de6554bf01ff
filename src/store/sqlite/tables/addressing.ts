import type { Database } from 'better-sqlite3';
import type { Recipient } from '../../../domain/ingest.ts';
import { type AddressingRow, readAddressing, writeAddressees } from '../../rows/addressees.ts';

/** Table addressing: channels that have yet to get their delivery of a large ingestion. */
export interface AddressingTable {
  /** Appends them to the list. */
  add(alertId: number, addressees: readonly Recipient[]): void;
  any(): boolean;
  /** The next entry. */
  next(): AddressingRow | null;
  remove(id: number): void;
}

export function createAddressingTable(db: Database): AddressingTable {
  const add = db.prepare<[number, string]>('INSERT INTO addressing (alert_id, addressees) VALUES (?, ?)');
  const any = db.prepare<[]>('SELECT 1 FROM addressing LIMIT 1');
  const next = db.prepare<[]>('SELECT * FROM addressing ORDER BY id LIMIT 1');
  const remove = db.prepare<[number]>('DELETE FROM addressing WHERE id = ?');

  return {
    add(alertId, addressees) {
      add.run(alertId, writeAddressees(addressees));
    },
    any: () => any.get() !== undefined,
    next() {
      const row = next.get();
      return row === undefined ? null : readAddressing(row);
    },
    remove(id) {
      remove.run(id);
    },
  };
}
