import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { GavelError } from '../../domain/errors.ts';
import { backupFolder, backupName, backupsOf } from './backup-files.ts';
import { loadDriver } from './driver.ts';
import { storeFailure } from './failures.ts';
import { databaseFile } from './location.ts';
import { migrations } from './migrations/index.ts';
import { markAsBackup } from './restoration.ts';
import { inspectDatabase, requireSound, schemaOf } from './schema.ts';

/** A copy of the database, checked. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
  /** How many migrations it has run. */
  readonly schema: number;
  /** Older backups that were thrown away. */
  readonly removed: readonly string[];
}

const BUSY_TIMEOUT_MS = 10_000;
/** So many backups are kept in their usual folder. */
const KEPT = 7;
/** Pages copied at a time: 2 MB. */
const PAGES_A_STEP = 512;

function targetFor(file: string, target: string | null, now: number): string {
  if (target === null) return join(backupFolder(file), backupName(file, now));
  const path = resolve(target);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return isFolder ? join(path, backupName(file, now)) : path;
}

/**
 * Copies all that was written by now. The transaction that reads holds this moment: without it SQLite begins the copy anew
 * with every write of the bot, and may never come to an end.
 */
async function copy(db: Database, target: string, onProgress: (share: number) => void): Promise<void> {
  db.exec('BEGIN');
  try {
    schemaOf(db);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await db.backup(target, {
      progress({ totalPages, remainingPages }) {
        if (totalPages > 0) onProgress(1 - remainingPages / totalPages);
        return PAGES_A_STEP;
      },
    });
  } finally {
    db.exec('ROLLBACK');
  }
}

/**
 * Copies the database to a file of its own, also while a bot runs on it, and checks the copy. It takes no lock that the bot
 * would have to wait for. What is half done is never found under the name of a backup.
 *
 * Throws GavelError CONFIG_INVALID for a database that is no file or a target that is there already, and STORE_UNUSABLE
 * when the database or its copy is damaged or cannot be read or written.
 *
 * @param options `target`: a file or a folder, `null` for the folder `backups` beside the database, where the newest seven
 * are kept; `now`: epoch ms; `onProgress`: called with the share that is done, 0 to 1
 */
export async function backUp(options: {
  readonly databaseUrl: string;
  readonly target: string | null;
  readonly now: number;
  readonly onProgress: (share: number) => void;
}): Promise<Backup> {
  const { databaseUrl, now, onProgress } = options;
  const file = databaseFile(databaseUrl);
  const openDatabase = await loadDriver();
  const target = targetFor(file, options.target, now);
  if (existsSync(target)) throw new GavelError('CONFIG_INVALID', `There is a file ${target} already.`);
  const unfinished = join(dirname(target), `.${basename(target)}.unfinished`);
  try {
    using held = new DisposableStack();
    const source = openDatabase(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, readonly: true });
    held.defer(() => source.close());
    inspectDatabase(source, file, migrations.length);
    mkdirSync(dirname(target), { recursive: true });
    held.defer(() => rmSync(unfinished, { force: true }));
    await copy(source, unfinished, onProgress);
    const backup = openDatabase(unfinished, { busyTimeoutMs: BUSY_TIMEOUT_MS });
    held.defer(() => backup.close());
    // One file, that can be carried about without its log.
    backup.pragma('journal_mode = DELETE');
    markAsBackup(backup, now);
    requireSound(backup, file, 'integrity_check');
    const schema = schemaOf(backup);
    backup.close();
    renameSync(unfinished, target);
    const removed = options.target === null ? backupsOf(file).slice(KEPT) : [];
    for (const old of removed) rmSync(old);
    return { file: target, bytes: statSync(target).size, schema, removed };
  } catch (error) {
    throw storeFailure(error, file);
  }
}
