import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

const FOLDER = 'backups';

/** Returns the backup folder, next to the database. */
export function backupFolder(file: string): string {
  return join(dirname(file), FOLDER);
}

/**
 * Returns the name of a backup: `gavel-20260131T235959Z.db` for `gavel.db`.
 * @param at epoch ms
 */
export function backupName(file: string, at: number): string {
  const ending = extname(file);
  return `${basename(file, ending)}-${fileTime(at)}${ending}`;
}

/**
 * Formats a time for file names, in UTC; sorts chronologically.
 * @param at epoch ms
 */
export function fileTime(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Lists the backups of this database in its backup folder, newest first; none if the folder cannot be read. */
export function backupsOf(file: string): readonly string[] {
  const folder = backupFolder(file);
  const [start = '', end = ''] = backupName(file, 0).split(fileTime(0));
  return namesIn(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name.slice(start.length, name.length - end.length)))
    .toSorted((one, other) => (one < other ? 1 : -1))
    .map((name) => join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Usually the folder does not exist. Another error must not replace the one for which backups are listed.
    return [];
  }
}

/** Says what to do about a damaged database, as a sentence for the operator. */
export function restoreAdvice(file: string): string {
  const [newest] = backupsOf(file);
  return newest === undefined
    ? `There is no backup in ${backupFolder(file)}.`
    : `Its newest backup is ${newest}; restore that with: npm run restore -- ${newest}`;
}
