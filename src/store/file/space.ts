import type { Database } from 'better-sqlite3';
import { numberPragma } from '../database/sqlite/schema.ts';

const INCREMENTAL = 2;
/** Number of free pages that stay in the file, because they are needed again soon. */
const FREE_PAGES_KEPT = 1_024;
/** Pages returned to the disk in one step. */
const PAGES_PER_STEP = 200;
/** The size to which a large write-ahead log is truncated. */
const MAX_LOG_BYTES = 16 * 1_024 * 1_024;

/** Allows a new file to shrink. Must be called before anything is written. */
export function enableIncrementalVacuum(db: Database): void {
  if (numberPragma(db, 'page_count') === 0) db.pragma(`auto_vacuum = ${INCREMENTAL}`);
}

/** Limits the size of the write-ahead log after a checkpoint. */
export function limitLog(db: Database): void {
  db.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`);
}

/** Returns some free pages to the disk; `true` if there are more. Must not run within a transaction. */
export function releaseSpace(db: Database): boolean {
  const surplus = numberPragma(db, 'freelist_count') - FREE_PAGES_KEPT;
  if (surplus <= 0 || numberPragma(db, 'auto_vacuum') !== INCREMENTAL) return false;
  db.pragma(`incremental_vacuum(${Math.min(surplus, PAGES_PER_STEP)})`);
  return surplus > PAGES_PER_STEP;
}

/** Truncates the write-ahead log, unless another process is reading it. */
export function truncateLog(db: Database): void {
  const busyTimeoutMs = numberPragma(db, 'busy_timeout');
  db.pragma('busy_timeout = 0');
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}
