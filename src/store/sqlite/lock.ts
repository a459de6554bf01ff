import { GavelError } from '../../domain/errors.ts';
import type { OpenDatabase } from './driver.ts';
import { sqliteCode, storeFailure } from './failures.ts';
import { requireOneName } from './location.ts';

/** Long enough for a killed predecessor to be buried by the operating system. */
const WAIT_MS = 500;

/**
 * Makes this process the only Gavel on the database, until it is disposed of or the process ends, however it ends.
 *
 * The lock is an exclusive transaction on an empty SQLite database beside the real one. SQLite holds it as a lock of
 * the operating system, which dies with the process, so nothing stale is left after a SIGKILL; and the real database
 * stays readable by other tools. The file itself stays behind on purpose: removing it would race with a newcomer.
 *
 * Throws GavelError STORE_IN_USE when another process has it or the database has a second name, STORE_UNUSABLE when the lock cannot be made.
 */
export function lockDatabase(openDatabase: OpenDatabase, file: string): Disposable {
  requireOneName(file);
  const lockFile = `${file}.lock`;
  try {
    const lock = openDatabase(lockFile, { busyTimeoutMs: WAIT_MS });
    try {
      lock.pragma('journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
      // On a file that can only be read the line above locks nothing, and only a write tells. It is never committed.
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
