import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import { readNumber } from '../rows/reader.ts';

const INCREMENTAL = 2;
/** A database up to this size is built anew within a second or two, once, at a start. */
const REBUILT_UP_TO_BYTES = 256 * 1_024 * 1_024;
/** So much may lie free in the file: it is needed again soon. */
const FREE_PAGES_KEPT = 1_024;
/** So many pages are given back in one step. */
const PAGES_A_STEP = 200;
/** What the write-ahead log is cut down to after it was large. */
const LOG_KEPT_BYTES = 16 * 1_024 * 1_024;

function numberOf(db: Database, pragma: string): number {
  return readNumber(db.pragma(pragma, { simple: true }));
}

/** Makes a new file one that can become smaller. Must come before anything is written. */
export function beginShrinkable(db: Database): void {
  if (numberOf(db, 'page_count') === 0) db.pragma(`auto_vacuum = ${INCREMENTAL}`);
}

/**
 * Builds a file that the first Gavel made anew, once, so that it can become smaller. A large one stays as it is: what becomes
 * free in it is used again, only not given back to the disk. So does one that cannot be built anew now; it works as well.
 */
export function makeShrinkable(db: Database, log: Logger): void {
  if (numberOf(db, 'auto_vacuum') === INCREMENTAL) return;
  if (numberOf(db, 'page_count') * numberOf(db, 'page_size') > REBUILT_UP_TO_BYTES) return;
  try {
    db.pragma(`auto_vacuum = ${INCREMENTAL}`);
    db.exec('VACUUM');
  } catch (error) {
    log.warn({ err: error }, 'The database could not be built anew; it will not become smaller.');
  }
}

/** Keeps the write-ahead log from staying as large as it once was. */
export function limitLog(db: Database): void {
  db.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
}

/** Gives some of what lies free in the file back to the disk; `true` when there is more. Not within a transaction. */
export function giveBackSpace(db: Database): boolean {
  const surplus = numberOf(db, 'freelist_count') - FREE_PAGES_KEPT;
  if (surplus <= 0 || numberOf(db, 'auto_vacuum') !== INCREMENTAL) return false;
  db.pragma(`incremental_vacuum(${Math.min(surplus, PAGES_A_STEP)})`);
  return surplus > PAGES_A_STEP;
}

/** Empties the write-ahead log, unless somebody reads by it: then it is left for the next time. */
export function emptyLog(db: Database): void {
  const patience = numberOf(db, 'busy_timeout');
  db.pragma('busy_timeout = 0');
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${patience}`);
  }
}

/**
 * Does `erase` so that nothing of what it deletes can be read from the file afterwards: whole pages are overwritten too,
 * and the log, which holds them as they were, is emptied.
 */
export async function thoroughly(db: Database, erase: () => Promise<void>): Promise<void> {
  db.pragma('secure_delete = ON');
  try {
    await erase();
  } finally {
    db.pragma('secure_delete = FAST');
  }
  emptyLog(db);
}
