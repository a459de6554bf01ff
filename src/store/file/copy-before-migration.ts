import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { storeFailure } from '../database/sqlite/failures.ts';
import { loadDriver } from '../database/sqlite/load-driver.ts';
import { type SchemaLine, schemaOf } from '../database/sqlite/schema.ts';
import { backUp } from './backup.ts';
import { backupFolder, backupName } from './backup-files.ts';

const BUSY_TIMEOUT_MS = 2_000;

/** Returns the number of migrations applied to the file; 0 if it does not exist. */
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
 * Backs up a database with the schema of an earlier version, so that operators can return to that version, because
 * migrations cannot be reverted. Does nothing for a database that is new or up to date.
 * @throws GavelError like `backUp`; a database that cannot be copied is not migrated
 */
export async function copyBeforeMigration(options: {
  readonly databaseUrl: string;
  readonly file: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly line: SchemaLine;
}): Promise<void> {
  const { databaseUrl, file, log, now, line } = options;
  const schema = await schemaIn(file);
  if (schema === 0 || schema >= line.versions) return;
  // An earlier start within the same second made the copy and then ended.
  if (existsSync(join(backupFolder(file), backupName(file, now())))) return;
  log.info({ file, schema }, 'backing up the database before its migration');
  const backup = await backUp({ databaseUrl, target: null, now: now(), onProgress: () => undefined, line });
  log.info({ backup: backup.file, schema }, 'database backed up');
}
