import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { GavelError } from '#src/chain/errors.ts';
import { storeFailure } from '../database/sqlite/failures.ts';
import { loadDriver } from '../database/sqlite/load-driver.ts';
import {
  checkIntegrity,
  inspectDatabase,
  SCHEMA_LINE,
  type SchemaLine,
  schemaOf,
} from '../database/sqlite/schema.ts';
import { backupFolder, backupName, backupsOf } from './backup-files.ts';
import { createFolder, databaseFile } from './location.ts';

/**
 * Marks a copy of a database as a backup made at `at` (epoch ms). When it is opened as the real database, the mark
 * shows that alerts may have been posted since. The mark is a separate table, which works with every version of the
 * schema. An existing mark is kept.
 */
export function markAsBackup(db: Database, at: number): void {
  if (backedUpAt(db) !== null) return;
  db.transaction(() => {
    db.exec('CREATE TABLE backup (made_at REAL NOT NULL) STRICT');
    db.prepare<[number]>('INSERT INTO backup VALUES (?)').run(at);
  })();
}

/** Returns when this backup was made, epoch ms; `null` if the database is not a backup. */
export function backedUpAt(db: Database): number | null {
  const marked = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'backup'`).get();
  if (marked === undefined) return null;
  return db.prepare<[], number>('SELECT made_at FROM backup').pluck().get() ?? null;
}

/** A verified copy of the database. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
  /** Number of migrations that were applied to it. */
  readonly schema: number;
  /** Deleted old backups. */
  readonly removed: readonly string[];
}

const BUSY_TIMEOUT_MS = 10_000;
/** Number of backups kept in the backup folder. */
const MAX_BACKUPS = 7;
/** Pages copied per step: 2 MB. */
const PAGES_PER_STEP = 512;

function targetFor(file: string, target: string | null, now: number): string {
  if (target === null) return join(backupFolder(file), backupName(file, now));
  const path = resolve(target);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return isFolder ? join(path, backupName(file, now)) : path;
}

/**
 * Copies the current state. The read transaction preserves this snapshot. Without it, SQLite would restart the copy at
 * every write of the bot, and might never finish.
 */
async function copy(db: Database, target: string, onProgress: (share: number) => void): Promise<void> {
  db.exec('BEGIN');
  try {
    schemaOf(db);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await db.backup(target, {
      progress({ totalPages, remainingPages }) {
        if (totalPages > 0) onProgress(1 - remainingPages / totalPages);
        return PAGES_PER_STEP;
      },
    });
  } finally {
    db.exec('ROLLBACK');
  }
}

/**
 * Stores a copy under its name once it is complete, marked as a backup and verified. Resolves to its schema version.
 * @param options `file`: the database, for errors; `write`: copies it to this path
 */
export async function storeCopy(options: {
  readonly file: string;
  readonly target: string;
  readonly now: number;
  readonly write: (unfinished: string) => Promise<unknown>;
}): Promise<number> {
  const { file, target, now, write } = options;
  const openDatabase = await loadDriver();
  const unfinished = join(dirname(target), `.${basename(target)}.unfinished`);
  using held = new DisposableStack();
  createFolder(dirname(target));
  held.defer(() => rmSync(unfinished, { force: true }));
  await write(unfinished);
  const backup = openDatabase(unfinished, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  held.defer(() => backup.close());
  // A single file, without a write-ahead log.
  backup.pragma('journal_mode = DELETE');
  markAsBackup(backup, now);
  checkIntegrity(backup, file, 'integrity_check');
  const schema = schemaOf(backup);
  backup.close();
  renameSync(unfinished, target);
  return schema;
}

/**
 * Copies the database to a new file and verifies the copy. May run while a bot uses the database, because it takes no
 * lock for which the bot would have to wait. An unfinished copy never has the name of a backup.
 *
 * Throws GavelError CONFIG_INVALID if the database is not a file or the target exists, and STORE_UNUSABLE if the
 * database or its copy is damaged or cannot be read or written.
 *
 * @param options `target`: a file or a folder; `null` for the folder "backups" next to the database, where the newest
 * seven are kept; `now`: epoch ms; `onProgress`: called with the completed share, 0 to 1
 */
export async function backUp(options: {
  readonly databaseUrl: string;
  readonly target: string | null;
  readonly now: number;
  readonly onProgress: (share: number) => void;
  readonly line?: SchemaLine;
}): Promise<Backup> {
  const { databaseUrl, now, onProgress } = options;
  const file = databaseFile(databaseUrl);
  const openDatabase = await loadDriver();
  const target = targetFor(file, options.target, now);
  if (existsSync(target)) throw new GavelError('CONFIG_INVALID', `The file ${target} already exists.`);
  try {
    using held = new DisposableStack();
    const source = openDatabase(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, readonly: true });
    held.defer(() => source.close());
    inspectDatabase(source, file, options.line ?? SCHEMA_LINE);
    const schema = await storeCopy({
      ...{ file, target, now },
      write: (unfinished) => copy(source, unfinished, onProgress),
    });
    const removed = options.target === null ? backupsOf(file).slice(MAX_BACKUPS) : [];
    for (const old of removed) rmSync(old);
    return { file: target, bytes: statSync(target).size, schema, removed };
  } catch (error) {
    throw storeFailure(error, file);
  }
}
