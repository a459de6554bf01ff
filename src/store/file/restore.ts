import {
  createReadStream,
  createWriteStream,
  existsSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GavelError } from '#src/chain/errors.ts';
import { storeFailure } from '../database/sqlite/failures.ts';
import { loadDriver, type OpenDatabase } from '../database/sqlite/load-driver.ts';
import {
  checkIntegrity,
  inspectDatabase,
  SCHEMA_LINE,
  type SchemaLine,
  schemaOf,
} from '../database/sqlite/schema.ts';
import { refuseMoved } from '../move/mark.ts';
import { backedUpAt, markAsBackup } from './backup.ts';
import { backupFolder, backupsOf, fileTime } from './backup-files.ts';
import { parseUrlOfFile, prepareFile } from './location.ts';
import { lockDatabase } from './lock.ts';

/** The result of restoring a backup. */
export interface Restored {
  readonly file: string;
  readonly backup: string;
  /** When the backup was made, epoch ms. */
  readonly madeAt: number;
  /** Path of the previous database; `null` if there was none. */
  readonly replaced: string | null;
}

/**
 * SQLite's side files. The log of one database must never be next to another, because it would be applied to that one.
 */
const SIDE_FILES = ['-wal', '-shm', '-journal'];
const BUSY_TIMEOUT_MS = 2_000;
const OWNER_ONLY = 0o600;

/** A file, or the newest one in the backup folder. */
export type BackupChoice = { readonly file: string } | 'newest';

function statusOf(backup: string): Stats | undefined {
  try {
    return statSync(backup, { throwIfNoEntry: false });
  } catch (error) {
    throw storeFailure(error, backup);
  }
}

function newestBackup(file: string): string {
  const [newest] = backupsOf(file);
  if (newest !== undefined) return newest;
  throw new GavelError('CONFIG_INVALID', `There is no backup in ${backupFolder(file)}.`);
}

function chosenBackup(file: string, chosen: BackupChoice | null): string {
  if (chosen === null) {
    const newest = newestBackup(file);
    throw new GavelError(
      'CONFIG_INVALID',
      `Choose the backup that replaces ${file}: npm run restore -- FILE. The newest is ${newest}; to restore that, run npm run restore -- --newest.`,
    );
  }
  const backup = chosen === 'newest' ? newestBackup(file) : resolve(chosen.file);
  const status = statusOf(backup);
  if (status === undefined) throw new GavelError('CONFIG_INVALID', `There is no backup ${backup}.`);
  if (status.isFile() && status.size > 0) return backup;
  throw new GavelError('CONFIG_INVALID', `${backup} is not a backup: it is empty, or no file.`);
}

/**
 * Copies a file so that only the owner can read the copy from its first byte on, even if others can read the source.
 * Rejects if the copy already exists.
 */
async function copyForOwner(source: string, copy: string): Promise<void> {
  await pipeline(createReadStream(source), createWriteStream(copy, { flags: 'wx', mode: OWNER_ONLY }));
}

/**
 * Copies the backup next to the database, verifies the copy and marks it as a backup. Resolves to the time of the
 * backup.
 */
async function prepareCopy(
  openDatabase: OpenDatabase,
  { backup, copy, line }: { readonly backup: string; readonly copy: string; readonly line: SchemaLine },
): Promise<number> {
  removeCopy(copy);
  // The log of a killed bot contains its latest transactions.
  for (const side of ['', '-wal', '-journal']) {
    if (existsSync(backup + side)) await copyForOwner(backup + side, copy + side);
  }
  const db = openDatabase(copy, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    inspectDatabase(db, backup, line);
    if (schemaOf(db) === 0) {
      throw new GavelError('STORE_UNUSABLE', `${backup} is not a backup: it is a database without content.`);
    }
    refuseMoved(db, backup);
    checkIntegrity(db, backup, 'integrity_check');
    // For a copy made with another tool.
    markAsBackup(db, statSync(backup).mtimeMs);
    db.pragma('journal_mode = DELETE');
    return backedUpAt(db) ?? 0;
  } finally {
    db.close();
  }
}

function removeCopy(copy: string): void {
  for (const rest of ['', ...SIDE_FILES]) rmSync(copy + rest, { force: true });
}

/** Keeps the previous database with its side files under another name, for inspection. */
async function keepReplaced(file: string, now: number): Promise<string | null> {
  const aside = `${file}.replaced-${fileTime(now)}`;
  for (const side of ['', ...SIDE_FILES]) {
    if (existsSync(file + side)) await copyForOwner(file + side, aside + side);
  }
  // The database itself stays until the copy replaces it, because a missing one would look like a first start.
  for (const side of SIDE_FILES) rmSync(file + side, { force: true });
  return existsSync(aside) ? aside : null;
}

/**
 * Replaces the database with a backup, and keeps the previous one under another name. The next start detects that it
 * was restored (`restoration.ts`).
 *
 * Throws GavelError STORE_IN_USE while a bot uses the database, and CONFIG_INVALID if there is no such backup. Throws
 * STORE_UNUSABLE if the backup is empty, damaged, another program's, a newer Gavel's or was moved to PostgreSQL, or if
 * the disk fails.
 *
 * @param options `backup`: `null` throws CONFIG_INVALID and names the newest one; `now`: epoch ms
 */
export async function restore(options: {
  readonly databaseUrl: string;
  readonly backup: BackupChoice | null;
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
    const madeAt = await prepareCopy(openDatabase, { backup, copy, line: options.line ?? SCHEMA_LINE });
    const replaced = await keepReplaced(file, options.now);
    renameSync(copy, file);
    return { file, backup, madeAt, replaced };
  } catch (error) {
    throw storeFailure(error, backup);
  } finally {
    removeCopy(copy);
  }
}
