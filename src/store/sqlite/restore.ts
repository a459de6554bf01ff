import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { GavelError } from '../../domain/errors.ts';
import { backupFolder, backupsOf, fileTime } from './backup-files.ts';
import { loadDriver, type OpenDatabase } from './driver.ts';
import { storeFailure } from './failures.ts';
import { parseDatabaseUrl, prepareFile } from './location.ts';
import { lockDatabase } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { backedUpAt, markAsBackup } from './restoration.ts';
import { inspectDatabase, requireSound } from './schema.ts';

/** What took the place of what. */
export interface Restored {
  readonly file: string;
  readonly backup: string;
  /** When the backup was made, epoch ms. */
  readonly madeAt: number;
  /** Where the database lies that was there before; `null` when there was none. */
  readonly replaced: string | null;
}

/** SQLite keeps these beside a database. The log of one must never lie beside another: it would be played into it. */
const COMPANIONS = ['-wal', '-shm', '-journal'];
const BUSY_TIMEOUT_MS = 2_000;

function chosenBackup(file: string, chosen: string | null): string {
  const backup = chosen === null ? backupsOf(file)[0] : resolve(chosen);
  if (backup === undefined) {
    throw new GavelError('CONFIG_INVALID', `There is no backup in ${backupFolder(file)}.`);
  }
  if (existsSync(backup)) return backup;
  throw new GavelError('CONFIG_INVALID', `There is no backup ${backup}.`);
}

/** Copies the backup beside the database, checks the copy and sees that it bears its mark; resolves to when it was made. */
function prepareCopy(openDatabase: OpenDatabase, backup: string, copy: string): number {
  try {
    copyFileSync(backup, copy);
    const db = openDatabase(copy, { busyTimeoutMs: BUSY_TIMEOUT_MS });
    try {
      inspectDatabase(db, backup, migrations.length);
      requireSound(db, backup, 'integrity_check');
      // A copy that some other tool made may be behind as well.
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

/** Puts what is there aside, whole: whatever the damage is, somebody may want to look at it. */
function putAside(file: string, now: number): string | null {
  const aside = `${file}.replaced-${fileTime(now)}`;
  // Copied and not moved: at no moment is there no database, which would be taken for a first start.
  if (existsSync(file)) copyFileSync(file, aside);
  for (const companion of COMPANIONS) {
    if (existsSync(file + companion)) renameSync(file + companion, aside + companion);
  }
  return existsSync(aside) ? aside : null;
}

/**
 * Puts a backup in the place of the database, which is kept beside it under another name. The next start knows that it
 * was restored (`restoration.ts`).
 *
 * Throws GavelError STORE_IN_USE while a bot runs on the database, CONFIG_INVALID when there is no such backup, and
 * STORE_UNUSABLE when the backup is damaged, of another program or of a newer Gavel, or the disk fails.
 *
 * @param options `backup`: a file, `null` for the newest one; `now`: epoch ms
 */
export async function restore(options: {
  readonly databaseUrl: string;
  readonly backup: string | null;
  readonly now: number;
}): Promise<Restored> {
  const location = parseDatabaseUrl(options.databaseUrl);
  if (location === null) throw new GavelError('CONFIG_INVALID', 'A database in memory cannot be restored.');
  const openDatabase = await loadDriver();
  const file = prepareFile(location);
  using _lock = lockDatabase(openDatabase, file);
  const backup = chosenBackup(file, options.backup);
  const copy = `${file}.restoring`;
  try {
    const madeAt = prepareCopy(openDatabase, backup, copy);
    const replaced = putAside(file, options.now);
    renameSync(copy, file);
    return { file, backup, madeAt, replaced };
  } finally {
    for (const rest of ['', ...COMPANIONS]) rmSync(copy + rest, { force: true });
  }
}
