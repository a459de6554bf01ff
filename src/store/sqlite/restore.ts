import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { GavelError } from '../../chain/errors.ts';
import { backupFolder, backupsOf, fileTime } from './backup-files.ts';
import { loadDriver, type OpenDatabase } from './driver.ts';
import { storeFailure } from './failures.ts';
import { parseUrlOfFile, prepareFile } from './location.ts';
import { lockDatabase } from './lock.ts';
import { backedUpAt, markAsBackup } from './restoration.ts';
import { checkIntegrity, inspectDatabase } from './schema.ts';
import { SCHEMA_LINE, type SchemaLine } from './schema-line.ts';

/** The result of restoring a backup. */
export interface Restored {
  readonly file: string;
  readonly backup: string;
  /** When the backup was made, epoch ms. */
  readonly madeAt: number;
  /** The path of the previous database; `null` when there was none. */
  readonly replaced: string | null;
}

/** SQLite's side files. The log of one database must never be next to another: it would be applied to it. */
const SIDE_FILES = ['-wal', '-shm', '-journal'];
const BUSY_TIMEOUT_MS = 2_000;

function chosenBackup(file: string, chosen: string | null): string {
  const backup = chosen === null ? backupsOf(file)[0] : resolve(chosen);
  if (backup === undefined) {
    throw new GavelError('CONFIG_INVALID', `There is no backup in ${backupFolder(file)}.`);
  }
  if (existsSync(backup)) return backup;
  throw new GavelError('CONFIG_INVALID', `There is no backup ${backup}.`);
}

/** Copies the backup next to the database, verifies the copy and marks it as a backup; returns when it was made. */
function prepareCopy(openDatabase: OpenDatabase, backup: string, copy: string, line: SchemaLine): number {
  try {
    copyFileSync(backup, copy);
    const db = openDatabase(copy, { busyTimeoutMs: BUSY_TIMEOUT_MS });
    try {
      inspectDatabase(db, backup, line);
      checkIntegrity(db, backup, 'integrity_check');
      // For a copy made with another tool.
      markAsBackup(db, statSync(backup).mtimeMs);
      db.pragma('journal_mode = DELETE');
      return backedUpAt(db) ?? 0;
    } finally {
      db.close();
    }
  } catch (error) {
    throw storeFailure(error, backup);
  }
}

/** Keeps the previous database with its side files under another name, for inspection. */
function keepReplaced(file: string, now: number): string | null {
  const aside = `${file}.replaced-${fileTime(now)}`;
  // Copied, not moved: a missing database would be taken for a first start.
  if (existsSync(file)) copyFileSync(file, aside);
  for (const sideFile of SIDE_FILES) {
    if (existsSync(file + sideFile)) renameSync(file + sideFile, aside + sideFile);
  }
  return existsSync(aside) ? aside : null;
}

/**
 * Replaces the database with a backup, and keeps the previous one under another name. The next start detects that it was
 * restored (`restoration.ts`).
 *
 * Throws GavelError STORE_IN_USE while a bot runs on the database, CONFIG_INVALID when there is no such backup, and
 * STORE_UNUSABLE when the backup is damaged, another program's or a newer Gavel's, or the disk fails.
 *
 * @param options `backup`: a file, `null` for the newest one; `now`: epoch ms
 */
export async function restore(options: {
  readonly databaseUrl: string;
  readonly backup: string | null;
  readonly now: number;
  readonly line?: SchemaLine;
}): Promise<Restored> {
  const location = parseUrlOfFile(options.databaseUrl);
  if (location === null) throw new GavelError('CONFIG_INVALID', 'A database in memory cannot be restored.');
  const openDatabase = await loadDriver();
  const file = prepareFile(location);
  using _lock = lockDatabase(openDatabase, file);
  const backup = chosenBackup(file, options.backup);
  const copy = `${file}.restoring`;
  try {
    const madeAt = prepareCopy(openDatabase, backup, copy, options.line ?? SCHEMA_LINE);
    const replaced = keepReplaced(file, options.now);
    renameSync(copy, file);
    return { file, backup, madeAt, replaced };
  } finally {
    for (const rest of ['', ...SIDE_FILES]) rmSync(copy + rest, { force: true });
  }
}
