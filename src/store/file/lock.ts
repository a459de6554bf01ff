import { GavelError } from '#src/chain/errors.ts';
import { sqliteCode, storeFailure } from '../database/sqlite/failures.ts';
import type { OpenDatabase } from '../database/sqlite/load-driver.ts';
import { refuseHardLinks } from './location.ts';

/** Long enough for the operating system to release a killed process's lock. */
const WAIT_MS = 500;

/**
 * Acquires exclusive use of the database for this process, until the lock is disposed of or the process ends.
 *
 * The lock is an exclusive transaction on an empty SQLite database next to the real one. SQLite implements it as an
 * operating system lock, which is released with the process, so no stale lock remains after a SIGKILL. The real
 * database stays readable for other tools. The lock file is not removed, because that would race with another starting
 * process.
 *
 * Throws GavelError STORE_IN_USE if another process has the lock or the database has a second hard link, and
 * STORE_UNUSABLE if the lock cannot be created.
 */
export function lockDatabase(openDatabase: OpenDatabase, file: string): Disposable {
  refuseHardLinks(file);
  const lockFile = `${file}.lock`;
  try {
    const lock = openDatabase(lockFile, { busyTimeoutMs: WAIT_MS });
    try {
      lock.pragma('journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
      // On a read-only file the line above locks nothing, which only a write reveals. The write is never committed.
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
