import type { Database } from 'better-sqlite3';
import { GavelError } from '#src/chain/errors.ts';
import { restoreAdvice } from './backup-files.ts';
import { numberPragma } from './pragma.ts';
import { EARLIER_APPLICATION_IDS, type SchemaLine } from './schema-line.ts';

/** Up to this size the file is checked page by page at a start, which takes about a second. */
const MAX_CHECKED_BYTES = 128 * 1_024 * 1_024;

/**
 * To be called before anything is written: throws GavelError STORE_UNUSABLE for a file that is damaged, another program's or
 * a newer Gavel's that requires one. An empty file is accepted. Of a large file only the header and schema are checked: damage elsewhere stops
 * the bot when it is read.
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

/** Checks the file page by page; throws GavelError STORE_UNUSABLE when it is damaged. */
export function checkIntegrity(db: Database, file: string, check: 'quick_check' | 'integrity_check'): void {
  const problems: unknown = db.pragma(check, { simple: true });
  if (problems === 'ok') return;
  throw new GavelError(
    'STORE_UNUSABLE',
    `The database ${file} is damaged; restore it from a backup. ${restoreAdvice(file)}`,
    { cause: new Error(String(problems)) },
  );
}

/** Whether a newer Gavel left the database so that this program may use it (`database/compatibility.ts`). */
function mayUse(db: Database, line: SchemaLine): boolean {
  const says = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_compatibility'`).get();
  if (says === undefined) return false;
  const oldestProgram = db
    .prepare<[], number>('SELECT oldest_program FROM schema_compatibility')
    .pluck()
    .get();
  return oldestProgram !== undefined && oldestProgram <= line.versions;
}

/** The number of migrations applied to the database. */
export function schemaOf(db: Database): number {
  return numberPragma(db, 'user_version');
}

/**
 * Throws the driver's SQLITE_READONLY when the file is read-only, at the start instead of with the first sale. This needs a
 * write, because SQLite starts a read transaction on such a file without an error; the write is rolled back.
 */
export function requireWritable(db: Database): void {
  const version = numberPragma(db, 'user_version');
  db.exec('BEGIN IMMEDIATE');
  db.pragma(`user_version = ${version}`);
  db.exec('ROLLBACK');
}
