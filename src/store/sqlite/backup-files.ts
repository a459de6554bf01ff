import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

const FOLDER = 'backups';

/** The folder beside the database in which its backups are. */
export function backupFolder(file: string): string {
  return join(dirname(file), FOLDER);
}

/** `gavel-20260131T235959Z.db` for `gavel.db`. @param at epoch ms */
export function backupName(file: string, at: number): string {
  const ending = extname(file);
  return `${basename(file, ending)}-${fileTime(at)}${ending}`;
}

/** A moment as it is written into names of files: in UTC, and in the order of time. @param at epoch ms */
export function fileTime(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** The backups of this database in their usual folder, the newest first; none where the folder cannot be read. */
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
    // Most often there is no such folder; what else is wrong with it is no reason to hide why somebody asked.
    return [];
  }
}

/** What an operator does about a damaged database, as a sentence. */
export function restoreAdvice(file: string): string {
  const [newest] = backupsOf(file);
  return newest === undefined
    ? `There is no backup in ${backupFolder(file)}.`
    : `Its newest backup is ${newest}; restore that with: npm run restore -- ${newest}`;
}
