import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { backUp } from './backup.ts';
import { backupFolder, backupName } from './backup-files.ts';
import { loadDriver } from './driver.ts';
import { storeFailure } from './failures.ts';
import { migrations } from './migrations/index.ts';
import { schemaOf } from './schema.ts';

const BUSY_TIMEOUT_MS = 2_000;

/** How many migrations the file has run; 0 where it is yet to be made. */
async function schemaIn(file: string): Promise<number> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return 0;
  const openDatabase = await loadDriver();
  try {
    const db = openDatabase(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, readonly: true });
    try {
      return schemaOf(db);
    } finally {
      db.close();
    }
  } catch (error) {
    throw storeFailure(error, file);
  }
}

/**
 * Makes a backup of a database whose schema an earlier version wrote, so that whoever wants that version back has what it
 * can read: a schema is never taken back. A database that is new, or up to date, is left alone.
 * @throws GavelError as `backUp` does: what cannot be copied is not migrated
 */
export async function copyBeforeMigration(options: {
  readonly databaseUrl: string;
  readonly file: string;
  readonly log: Logger;
  readonly now: () => number;
}): Promise<void> {
  const { databaseUrl, file, log, now } = options;
  const schema = await schemaIn(file);
  if (schema === 0 || schema >= migrations.length) return;
  // A start of this very second got as far as the copy, and no further.
  if (existsSync(join(backupFolder(file), backupName(file, now())))) return;
  log.info({ file, schema }, 'The database is copied before it is brought up to date.');
  const backup = await backUp({ databaseUrl, target: null, now: now(), onProgress: () => undefined });
  log.info({ backup: backup.file, schema }, 'The database was copied.');
}
