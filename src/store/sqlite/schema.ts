import type { Database } from 'better-sqlite3';
import { GavelError } from '../../domain/errors.ts';
import { readNumber } from '../rows/reader.ts';
import { restoreAdvice } from './backup-files.ts';
import type { Migration } from './migrations/migration.ts';

/** SQLite's `application_id` of a Gavel database: "Gavl" in ASCII. */
const APPLICATION_ID = 0x4761766c;

function pragmaNumber(
  db: Database,
  name: 'application_id' | 'user_version' | 'page_count' | 'page_size',
): number {
  return readNumber(db.pragma(name, { simple: true }));
}

/** What is checked page by page at a start: about a second's worth. */
const CHECKED_UP_TO_BYTES = 128 * 1_024 * 1_024;

/**
 * Looks before anything is written: refuses a file that is damaged, that belongs to another program or to a newer
 * Gavel, with GavelError STORE_UNUSABLE. An empty file is fine. Of a large file only what every start reads is checked, its
 * header and schema: damage deeper inside stops the bot when it comes upon it.
 * @param known how many migrations this program has
 */
export function inspectDatabase(db: Database, file: string, known: number): void {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (!isEmpty && pragmaNumber(db, 'application_id') !== APPLICATION_ID) {
    throw new GavelError('STORE_UNUSABLE', `The database ${file} belongs to another program.`);
  }
  const version = schemaOf(db);
  if (version > known) {
    throw new GavelError(
      'STORE_UNUSABLE',
      `The database ${file} was written by a newer Gavel (schema ${version}, this one knows ${known}); update Gavel.`,
    );
  }
  if (pragmaNumber(db, 'page_count') * pragmaNumber(db, 'page_size') <= CHECKED_UP_TO_BYTES) {
    requireSound(db, file, 'quick_check');
  }
}

/** Checks the file page by page; throws GavelError STORE_UNUSABLE when it is damaged. */
export function requireSound(db: Database, file: string, check: 'quick_check' | 'integrity_check'): void {
  const findings: unknown = db.pragma(check, { simple: true });
  if (findings === 'ok') return;
  throw new GavelError(
    'STORE_UNUSABLE',
    `The database ${file} is damaged; restore it from a backup. ${restoreAdvice(file)}`,
    { cause: new Error(String(findings)) },
  );
}

/** How many migrations the database has run. */
export function schemaOf(db: Database): number {
  return pragmaNumber(db, 'user_version');
}

/**
 * Throws the driver's SQLITE_READONLY when the file can only be read, now and not at the first sale. It takes a write
 * to tell, because SQLite quietly begins a reading transaction there; this one is taken back.
 */
export function requireWritable(db: Database): void {
  const version = pragmaNumber(db, 'user_version');
  db.exec('BEGIN IMMEDIATE');
  db.pragma(`user_version = ${version}`);
  db.exec('ROLLBACK');
}

/** A table that is built anew is gone for a moment: its references are checked as a whole, before anything is kept. */
function requireSoundReferences(db: Database, name: string): void {
  const broken: unknown = db.prepare('PRAGMA foreign_key_check').get();
  if (broken === undefined) return;
  throw new GavelError('STORE_UNUSABLE', `The database cannot be brought up to date (${name}).`, {
    cause: new Error(`A reference leads nowhere: ${JSON.stringify(broken)}`),
  });
}

/**
 * Runs the migrations that the database has not run, each in one transaction; returns how many those were. Foreign
 * keys are off meanwhile, as SQLite wants it (sqlite.org/lang_altertable.html, 7), and on afterwards.
 */
export function migrate(db: Database, migrations: readonly Migration[]): number {
  const from = schemaOf(db);
  db.pragma('foreign_keys = OFF');
  try {
    for (const [index, { name, sql }] of migrations.entries()) {
      if (index < from) continue;
      db.transaction(() => {
        db.exec(sql);
        requireSoundReferences(db, name);
        db.pragma(`application_id = ${APPLICATION_ID}`);
        db.pragma(`user_version = ${index + 1}`);
      }).immediate();
    }
  } finally {
    db.pragma('foreign_keys = ON');
  }
  return migrations.length - from;
}
