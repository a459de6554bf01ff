import { GavelError } from '#src/chain/errors.ts';
import { sqliteCode, storeFailure } from '../database/sqlite/failures.ts';
import type { OpenDatabase } from '../database/sqlite/load-driver.ts';
import { refuseHardLinks } from './location.ts';

/** Long enough for the operating system to release a killed process's lock. */
const WAIT_MS = 500;

/**
 * Acquires the exclusive use of the database for this process, until the lock is disposed of or the process ends.
 *
 * The lock is an exclusive transaction on an empty SQLite database next to the real one. SQLite holds it as a lock of
 * the operating system, which is released with the process, so no stale lock remains after a SIGKILL; and the real
 * database stays readable by other tools. The file is not removed: that would race with another process that starts.
 *
 * Throws GavelError STORE_IN_USE when another process has the lock or the database has a second hard link, and
 * STORE_UNUSABLE when the lock cannot be created.
 */
export function lockDatabase(openDatabase: OpenDatabase, file: string): Disposable {
  refuseHardLinks(file);
  const lockFile = `${file}.lock`;
  try {
    const lock = openDatabase(lockFile, { busyTimeoutMs: WAIT_MS });
    try {
      lock.pragma('journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
      // On a read-only file the line above locks nothing, which only a write reveals. It is never committed.
      lock.pragma('user_version = 1');
    } catch (error) {
      lock.close();
      throw error;
    }
    return { [Symbol.dispose]: () => void lock.close() };
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_BUSY') {
      throw new GavelError('STORE_IN_USE', `Another Gavel is running on the database ${file}.`, {
        cause: error,
      });
    }
    throw storeFailure(error, lockFile);
  }
}
