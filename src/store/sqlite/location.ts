import { existsSync, mkdirSync, realpathSync } from 'node:fs';
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
 * The file of a database that is one, under its own name where that is a link. Throws GavelError CONFIG_INVALID for another
 * kind of URL, and STORE_UNUSABLE when there is no such file.
 */
export function databaseFile(url: string): string {
  const file = parseDatabaseUrl(url);
  if (file === null) throw new GavelError('CONFIG_INVALID', 'A database in memory cannot be backed up.');
  if (existsSync(file)) return realpathSync(file);
  throw new GavelError('STORE_UNUSABLE', `There is no database ${file}.`);
}

/**
 * Makes the folder of the file where it is missing, and resolves links, so that one database has one name.
 * Throws GavelError STORE_UNUSABLE when the folder cannot be made.
 */
export function prepareFile(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
  } catch (error) {
    throw new GavelError('STORE_UNUSABLE', `The folder of the database ${file} cannot be made or used.`, {
      cause: error,
    });
  }
}
