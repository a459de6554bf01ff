import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Examination, examineDatabase } from '../store/sqlite/examine.ts';
import { checkDisk } from './disk.ts';
import { bad, type Check, type Finding, good, warning } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
/** A backup is old when a week went by without one. */
const OLD_DAYS = 7;

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // Whatever the reason, it cannot be written to, and that is what is told.
    return false;
  }
}

/** The folder itself, or the nearest one above it that is there. */
function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

const OWNER =
  'Give the folder and the file to the user that runs the bot (chown, chmod u+w), or set DATABASE_URL.';

function aboutWriting(paths: readonly string[], afterwards: Finding): Finding {
  const refused = paths.find((path) => existsSync(path) && !mayWrite(path));
  return refused === undefined
    ? afterwards
    : bad(`The database cannot be written: ${refused} is write-protected.`, OWNER);
}

function aboutNew(file: string): Finding {
  const folder = existing(dirname(file));
  if (!statSync(folder).isDirectory())
    return bad(
      `The database ${file} cannot be made: ${folder} is no folder.`,
      'Set DATABASE_URL to sqlite: and a path in a folder, like sqlite:data/gavel.db.',
    );
  return aboutWriting([folder], good(`There is no database yet; the first start makes ${file}.`));
}

function aboutBackups(newest: { readonly at: number } | null, now: number): Finding {
  const remedy = 'Run npm run backup, and let cron or a timer run it every day.';
  if (newest === null) return warning('There is no backup of the database.', remedy);
  const days = Math.floor((now - newest.at) / DAY_MS);
  if (days >= OLD_DAYS) return warning(`The newest backup is ${days} days old.`, remedy);
  return good(
    days < 1 ? 'The newest backup is less than a day old.' : `The newest backup is ${days} days old.`,
  );
}

/**
 * Checks the database without changing it, and the disk that it is on.
 * @param now epoch ms
 */
export async function* checkDatabase(databaseUrl: string, now: number): Check<Examination> {
  const seen = await examineDatabase(databaseUrl);
  switch (seen.state) {
    case 'in memory':
      yield warning(
        'The database is kept in memory: every rule is lost when the bot stops.',
        'Set DATABASE_URL to a file, like sqlite:data/gavel.db.',
      );
      break;
    case 'absent':
      yield aboutNew(seen.file);
      yield checkDisk(existing(dirname(seen.file)), 0);
      break;
    case 'unusable':
      yield bad(seen.problem, remedyFor(seen.problem));
      break;
    case 'sound': {
      const { file, running, stepsDue } = seen;
      const state = running ? 'the bot is running on it' : 'no bot is running on it';
      const due = stepsDue === 0 ? '' : '; the next start brings its schema up to date';
      yield aboutWriting(
        [file, dirname(file), `${file}-wal`, `${file}.lock`],
        good(`The database ${file} is sound and can be written; ${state}${due}.`),
      );
      yield aboutBackups(seen.newestBackup, now);
      yield checkDisk(dirname(file), seen.bytes);
      break;
    }
    default:
      seen satisfies never;
  }
  return seen;
}

function remedyFor(problem: string): string {
  if (problem.includes('newer Gavel'))
    return 'Install the newer Gavel again, or restore a backup of the older one.';
  if (problem.includes('npm run restore')) return 'Restore the backup as told, with the bot stopped.';
  if (problem.includes('damaged') || problem.includes('not a Gavel'))
    return 'Move the file away and start anew, or restore a backup: npm run restore -- FILE';
  if (problem.includes('another program')) return 'Set DATABASE_URL to a file of Gavel’s own.';
  return OWNER;
}
