import Database from 'better-sqlite3';
import { migrations } from '../../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../../src/store/sqlite/schema.ts';

/** Channels of every fixture, by their state. */
export const BUSY = '900000000000000001';
export const PAUSED = '900000000000000002';
export const LEFT = '900000000000000003';

export const GUILD = '800000000000000001';
export const DERPS = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';

/**
 * A database as written by one released version, with rows in every table of that version. All have the same content: three
 * rules of which the last (9, of `LEFT`) was removed; in `BUSY` a sent message, one whose response was lost (`sale:2`) and
 * two pending alerts (`sweep:3`, `sale:4`); in `PAUSED`, which Discord refused, a pending one (`sale:1`). Written with SQL and
 * never changed, since such databases exist.
 */
export interface VersionFixture {
  /** The number of migrations applied to it. */
  readonly version: number;
  fill(db: Database.Database): void;
}

/** Writes the database of a fixture. */
export function writeVersion({ version, fill }: VersionFixture, file: string): void {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  migrate(db, migrations.slice(0, version));
  fill(db);
  db.close();
}
