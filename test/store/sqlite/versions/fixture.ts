import Database from 'better-sqlite3';
import { migrations } from '../../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../../src/store/sqlite/schema.ts';

/** Channels of every fixture, by what they went through. */
export const BUSY = '900000000000000001';
export const PAUSED = '900000000000000002';
export const LEFT = '900000000000000003';

export const GUILD = '800000000000000001';
export const DERPS = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';

/**
 * A database as one released version left it, with something in every table of that version. All tell the same story: three
 * rules of which the last (9, of `LEFT`) was taken away; in `BUSY` a message that is sent, one whose answer was lost
 * (`sale:2`) and two alerts that wait (`sweep:3`, `sale:4`); in `PAUSED`, which Discord refused, one that waits (`sale:1`).
 * Written by SQL and never changed: databases like that are out there.
 */
export interface VersionFixture {
  /** How many migrations it has run. */
  readonly version: number;
  fill(db: Database.Database): void;
}

/** Writes the database that a fixture tells of. */
export function writeVersion({ version, fill }: VersionFixture, file: string): void {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  migrate(db, migrations.slice(0, version));
  fill(db);
  db.close();
}
