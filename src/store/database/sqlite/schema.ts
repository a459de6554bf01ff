import type { Database } from 'better-sqlite3';
import { GavelError } from '#src/chain/errors.ts';
import { restoreAdvice } from '../../file/backup-files.ts';
import { MIGRATIONS } from '../migrations/index.ts';

/** A sequence of schemas, each based on the previous one. Databases of different lines are incompatible. */
export interface SchemaLine {
  /** SQLite's `application_id`, which identifies the line of a file. */
  readonly applicationId: number;
  /** Number of its migrations that this program knows. */
  readonly versions: number;
}

/** Lines of unreleased development versions: "Gavl" and "Gav2" in ASCII. */
export const EARLIER_APPLICATION_IDS: readonly number[] = [0x4761766c, 0x47617632];

/** This program's line: "Gav3" in ASCII. */
export const SCHEMA_LINE: SchemaLine = { applicationId: 0x47617633, versions: MIGRATIONS.length };

/** Reads a numeric setting or figure of the database. */
export function numberPragma(
  db: Database,
  name:
    | 'application_id'
    | 'auto_vacuum'
    | 'busy_timeout'
    | 'freelist_count'
    | 'page_count'
    | 'page_size'
    | 'user_version',
): number {
  const value: unknown = db.pragma(name, { simple: true });
  if (typeof value !== 'number') throw new Error(`SQLite returned no number for ${name}.`);
  return value;
}

/** Up to this size, the file is checked page by page at startup, which takes about a second. */
const MAX_CHECKED_BYTES = 128 * 1_024 * 1_024;

/**
 * Checks the file before anything is written. Throws GavelError STORE_UNUSABLE if it is damaged, belongs to another
 * program, or requires a newer Gavel. An empty file is accepted. Of a large file only the header and schema are
 * checked; other damage stops the bot when it is read.
 * @param line the schemas of this program
 */
export function inspectDatabase(db: Database, file: string, line: SchemaLine): void {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  const applicationId = numberPragma(db, 'application_id');
  if (!isEmpty && applicationId !== line.applicationId) {
    if (!EARLIER_APPLICATION_IDS.includes(applicationId))
      throw new GavelError('STORE_UNUSABLE', `The database ${file} belongs to another program.`);
    throw new GavelError(
      'STORE_UNUSABLE',
      `The database ${file} was written by an earlier Gavel, whose databases this one cannot read; move it away, and a new one is created.`,
    );
  }
  const version = schemaOf(db);
  if (version > line.versions && !mayUse(db, line)) {
    throw new GavelError(
      'STORE_UNUSABLE',
      `The database ${file} was written by a newer Gavel (schema ${version}, supported up to ${line.versions}); update Gavel.`,
    );
  }
  if (numberPragma(db, 'page_count') * numberPragma(db, 'page_size') <= MAX_CHECKED_BYTES) {
    checkIntegrity(db, file, 'quick_check');
  }
}

/** Checks the file page by page; throws GavelError STORE_UNUSABLE if it is damaged. */
export function checkIntegrity(db: Database, file: string, check: 'quick_check' | 'integrity_check'): void {
  const problems: unknown = db.pragma(check, { simple: true });
  if (problems === 'ok') return;
  throw new GavelError(
    'STORE_UNUSABLE',
    `The database ${file} is damaged; restore it from a backup. ${restoreAdvice(file)}`,
    { cause: new Error(String(problems)) },
  );
}

/** Returns whether this program may use a database that a newer Gavel has migrated (`database/compatibility.ts`). */
function mayUse(db: Database, line: SchemaLine): boolean {
  const says = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_compatibility'`).get();
  if (says === undefined) return false;
  const oldestProgram = db
    .prepare<[], number>('SELECT oldest_program FROM schema_compatibility')
    .pluck()
    .get();
  return oldestProgram !== undefined && oldestProgram <= line.versions;
}

/** Returns the number of migrations applied to the database. */
export function schemaOf(db: Database): number {
  return numberPragma(db, 'user_version');
}

/**
 * Throws the driver's SQLITE_READONLY if the file is read-only, at startup instead of at the first sale. This needs a
 * write, because SQLite starts a read transaction on such a file without an error. The write is rolled back.
 */
export function requireWritable(db: Database): void {
  const version = numberPragma(db, 'user_version');
  db.exec('BEGIN IMMEDIATE');
  db.pragma(`user_version = ${version}`);
  db.exec('ROLLBACK');
}
