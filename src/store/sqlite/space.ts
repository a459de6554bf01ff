import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import { readNumber } from '../rows/row-mapper.ts';

const INCREMENTAL = 2;
/** A database up to this size is rebuilt at a start, once, which takes a second or two. */
const MAX_REBUILT_BYTES = 256 * 1_024 * 1_024;
/** Free pages that stay in the file, since they are soon needed again. */
const FREE_PAGES_KEPT = 1_024;
/** Pages returned to the disk in one step. */
const PAGES_PER_STEP = 200;
/** The size to which a large write-ahead log is truncated. */
const MAX_LOG_BYTES = 16 * 1_024 * 1_024;

function numberOf(db: Database, pragma: string): number {
  return readNumber(db.pragma(pragma, { simple: true }));
}

/** Lets a new file shrink. Must be called before anything is written. */
export function enableIncrementalVacuum(db: Database): void {
  if (numberOf(db, 'page_count') === 0) db.pragma(`auto_vacuum = ${INCREMENTAL}`);
}

/**
 * Rebuilds a file of the first release once, so that it can shrink. A large file stays as it is: its free pages are reused
 * but not returned to the disk. The same holds when rebuilding fails.
 */
export function rebuildForIncrementalVacuum(db: Database, log: Logger): void {
  if (numberOf(db, 'auto_vacuum') === INCREMENTAL) return;
  if (numberOf(db, 'page_count') * numberOf(db, 'page_size') > MAX_REBUILT_BYTES) return;
  try {
    db.pragma(`auto_vacuum = ${INCREMENTAL}`);
    db.exec('VACUUM');
  } catch (error) {
    log.warn({ err: error }, 'The database could not be rebuilt. Its file will not shrink.');
  }
}

/** Limits the size of the write-ahead log after a checkpoint. */
export function limitLog(db: Database): void {
  db.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`);
}

/** Returns some free pages to the disk; `true` when there are more. Not within a transaction. */
export function releaseSpace(db: Database): boolean {
  const surplus = numberOf(db, 'freelist_count') - FREE_PAGES_KEPT;
  if (surplus <= 0 || numberOf(db, 'auto_vacuum') !== INCREMENTAL) return false;
  db.pragma(`incremental_vacuum(${Math.min(surplus, PAGES_PER_STEP)})`);
  return surplus > PAGES_PER_STEP;
}

/** Truncates the write-ahead log, unless another process is reading it. */
export function truncateLog(db: Database): void {
  const busyTimeoutMs = numberOf(db, 'busy_timeout');
  db.pragma('busy_timeout = 0');
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}

/**
 * Runs `erase` so that deleted data cannot be read from the file afterwards: freed pages are overwritten, and the
 * write-ahead log, which contains their earlier content, is truncated.
 */
export async function eraseSecurely(db: Database, erase: () => Promise<void>): Promise<void> {
  db.pragma('secure_delete = ON');
  try {
    await erase();
  } finally {
    db.pragma('secure_delete = FAST');
  }
  truncateLog(db);
}
