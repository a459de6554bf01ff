import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { GavelError } from '../../domain/errors.ts';

/** Where the database lives; `null` keeps it in memory. */
export type DatabaseFile = string | null;

const SCHEME = 'sqlite:';

/**
 * Reads a database URL: `sqlite:path/to.db` (relative to the working directory, or absolute) or `sqlite::memory:`.
 * Throws GavelError CONFIG_INVALID for anything else, without repeating it: such a URL may hold a password.
 */
export function parseDatabaseUrl(url: string): DatabaseFile {
  const path = url.startsWith(SCHEME) ? url.slice(SCHEME.length).trim() : '';
  if (path === '') {
    throw new GavelError('CONFIG_INVALID', 'DATABASE_URL must be sqlite:path/to/file.db or sqlite::memory:.');
  }
  return path === ':memory:' ? null : resolve(path);
}

/**
 * Refuses a file that has a second name by a hard link: lock and write-ahead log go by the name, so under two names two processes
 * would write to it at once, and each would miss what lies in the log of the other.
 * Throws GavelError STORE_IN_USE.
 */
export function requireOneName(file: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile() || status.nlink <= 1) return;
  throw new GavelError(
    'STORE_IN_USE',
    `The database ${file} has another name as well (a hard link), under which a Gavel may be running on it. Stop that one, and remove one of the names.`,
  );
}

/**
 * SQLite gives its log the permissions of the file, so one from before the bot had a file mask is closed to others. Whoever may not
 * do that owns nothing that could be closed.
 */
function closeToOthers(file: string): void {
  const status = statSync(file);
  if (!status.isFile()) return;
  try {
    chmodSync(file, status.mode & 0o700);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}

/**
 * The file of a database that is one, under its own name where that is a link. Throws GavelError CONFIG_INVALID for another
 * kind of URL, STORE_UNUSABLE when there is no such file, and STORE_IN_USE when it has a second name.
 */
export function databaseFile(url: string): string {
  const file = parseDatabaseUrl(url);
  if (file === null) throw new GavelError('CONFIG_INVALID', 'A database in memory cannot be backed up.');
  if (existsSync(file)) {
    requireOneName(file);
    return realpathSync(file);
  }
  throw new GavelError('STORE_UNUSABLE', `There is no database ${file}.`);
}

/**
 * Makes the folder of the file where it is missing, and resolves links, so that one database has one name.
 * Throws GavelError STORE_UNUSABLE when the folder cannot be made.
 */
export function prepareFile(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return join(realpathSync(dirname(file)), basename(file));
    closeToOthers(file);
    return realpathSync(file);
  } catch (error) {
    throw new GavelError('STORE_UNUSABLE', `The folder of the database ${file} cannot be made or used.`, {
      cause: error,
    });
  }
}
