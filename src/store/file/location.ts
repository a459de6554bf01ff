import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { GavelError } from '#src/chain/errors.ts';
import { isPostgresUrl } from '../database/postgres/url.ts';

/** The path of the database; `null` for one in memory. */
export type DatabaseFile = string | null;

const SCHEME = 'sqlite:';

/**
 * Parses a database URL: `sqlite:path/to.db` (relative to the working directory, or absolute) or `sqlite::memory:`.
 * Throws GavelError CONFIG_INVALID for anything else, without repeating the URL, because it may contain a password.
 */
export function parseDatabaseUrl(url: string): DatabaseFile {
  const path = url.startsWith(SCHEME) ? url.slice(SCHEME.length).trim() : '';
  if (path === '') {
    throw new GavelError('CONFIG_INVALID', 'DATABASE_URL must be sqlite:path/to/file.db or sqlite::memory:.');
  }
  return path === ':memory:' ? null : resolve(path);
}

/**
 * Parses the URL for tools that work on files. Throws GavelError CONFIG_INVALID for PostgreSQL, naming the tools to
 * use.
 */
export function parseUrlOfFile(url: string): DatabaseFile {
  if (!isPostgresUrl(url)) return parseDatabaseUrl(url);
  throw new GavelError(
    'CONFIG_INVALID',
    'DATABASE_URL is for PostgreSQL: back it up with pg_dump, and restore it with pg_restore.',
  );
}

/**
 * Throws GavelError STORE_IN_USE for a file with more than one hard link. The lock and the write-ahead log are found by
 * name, so two processes could write to it under two names, each without the other's log.
 */
export function refuseHardLinks(file: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile() || status.nlink <= 1) return;
  throw new GavelError(
    'STORE_IN_USE',
    `The database ${file} has a second name (a hard link), under which another Gavel may be using it. Stop that one, and remove one of the names.`,
  );
}

const errnoOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/**
 * Removes the permissions of group and others from a file created before the bot set a file mask; SQLite copies them to
 * the write-ahead log. EPERM means that the file belongs to another user, who is responsible for them.
 */
function restrictPermissions(file: string): void {
  const status = statSync(file);
  if (!status.isFile()) return;
  try {
    chmodSync(file, status.mode & 0o700);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') throw error;
  }
}

/**
 * Returns the path of an existing database file, with links resolved. Throws GavelError CONFIG_INVALID for another kind
 * of URL, STORE_UNUSABLE if there is no such file, and STORE_IN_USE if it has a second hard link.
 */
export function databaseFile(url: string): string {
  const file = parseUrlOfFile(url);
  if (file === null) throw new GavelError('CONFIG_INVALID', 'A database in memory cannot be backed up.');
  if (existsSync(file)) {
    refuseHardLinks(file);
    return realpathSync(file);
  }
  throw new GavelError('STORE_UNUSABLE', `There is no database ${file}.`);
}

/** Disk failures, by code of the operating system. */
const DISK_SENTENCES: ReadonlyMap<unknown, string> = new Map([
  ['EROFS', 'is on a file system that is mounted read-only'],
  ['ENOSPC', 'could not be written because the disk is full'],
]);

/**
 * Throws the error of a file system that is mounted read-only, which `mkdir` does not report. Permissions are checked
 * when the file is written.
 */
function refuseReadOnlyDisk(folder: string): void {
  if (!existsSync(folder) && dirname(folder) !== folder) {
    refuseReadOnlyDisk(dirname(folder));
    return;
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (errnoOf(error) === 'EROFS') throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder and its missing parents. Node's `recursive` option never returns if an existing folder answers
 * ENOENT, as `/proc` does.
 */
export function createFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

/**
 * Creates the folder of the file if it is missing, and resolves links, so that each database has a single name. Throws
 * GavelError STORE_UNUSABLE if the folder cannot be created.
 */
export function prepareFile(file: string): string {
  try {
    refuseReadOnlyDisk(dirname(file));
    createFolder(dirname(file));
    if (!existsSync(file)) return join(realpathSync(dirname(file)), basename(file));
    restrictPermissions(file);
    return realpathSync(file);
  } catch (error) {
    const sentence = DISK_SENTENCES.get(errnoOf(error));
    throw new GavelError(
      'STORE_UNUSABLE',
      sentence === undefined
        ? `The folder of the database ${file} cannot be created or used.`
        : `The database ${file} ${sentence}.`,
      { cause: error },
    );
  }
}
