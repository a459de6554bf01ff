import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DAY_MS } from '#src/chain/durations.ts';
import { examinePostgres } from '#src/store/database/postgres/examine.ts';
import { isPostgresUrl } from '#src/store/database/postgres/url.ts';
import { type Examination, examineDatabase } from '#src/store/database/sqlite/examine.ts';
import { bad, type Check, type CheckResult, good, type KnownDatabase, warning } from './check-result.ts';
import { checkDisk } from './disk.ts';

const MIB = 2 ** 20;

/** Checks a PostgreSQL database and its server without changing anything. */
async function* checkPostgres(databaseUrl: string): Check<KnownDatabase> {
  const examination = await examinePostgres(databaseUrl);
  if (examination.state === 'unusable') {
    yield bad(examination.problem, 'Correct that, or set DATABASE_URL to another database.');
    return { running: false, channels: null };
  }
  const { label, version, isEncrypted, running, bytes, pendingMigrations, channels, risks } = examination;
  const state = running ? 'a bot is connected to it' : 'no bot is connected to it';
  const due = pendingMigrations === 0 ? '' : '; the next start brings its schema up to date';
  yield good(
    `The database ${label} (PostgreSQL ${version}, ${(bytes / MIB).toFixed(0)} MiB, ${isEncrypted ? 'with TLS' : 'without TLS'}) can be used; ${state}${due}.`,
  );
  for (const { problem, remedy } of risks) yield warning(problem, remedy);
  return { running, channels };
}

/** Age from which a backup is reported as old, days. */
const MAX_BACKUP_AGE_DAYS = 7;

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // Only whether it is writable matters, not the reason.
    return false;
  }
}

/** Returns the path, or its nearest existing parent folder. */
function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

const FIX_PERMISSIONS =
  'Give the folder and the file to the user that runs the bot (chown, chmod u+w), or set DATABASE_URL.';

function checkWritable(paths: readonly string[], otherwise: CheckResult): CheckResult {
  const readOnlyPath = paths.find((path) => existsSync(path) && !isWritable(path));
  return readOnlyPath === undefined
    ? otherwise
    : bad(`The database cannot be written: ${readOnlyPath} is write-protected.`, FIX_PERMISSIONS);
}

function checkNewFile(file: string): CheckResult {
  const folder = nearestExisting(dirname(file));
  if (!statSync(folder).isDirectory())
    return bad(
      `The database ${file} cannot be created: ${folder} is not a folder.`,
      'Set DATABASE_URL to sqlite: and a path in a folder, like sqlite:data/gavel.db.',
    );
  return checkWritable([folder], good(`There is no database yet; the first start creates ${file}.`));
}

function checkBackups(newest: { readonly at: number } | null, now: number): CheckResult {
  const remedy = 'Run npm run backup, and let cron or a timer run it every day.';
  if (newest === null) return warning('There is no backup of the database.', remedy);
  const days = Math.floor((now - newest.at) / DAY_MS);
  if (days >= MAX_BACKUP_AGE_DAYS) return warning(`The newest backup is ${days} days old.`, remedy);
  return good(
    days < 1 ? 'The newest backup is less than a day old.' : `The newest backup is ${days} days old.`,
  );
}

/**
 * Checks the database without changing it, and its disk.
 * @param now epoch ms
 */
export async function* checkDatabase(databaseUrl: string, now: number): Check<KnownDatabase> {
  if (isPostgresUrl(databaseUrl)) return yield* checkPostgres(databaseUrl);
  const examination = yield* checkFile(databaseUrl, now);
  return {
    running: examination.state !== 'in memory' && examination.running,
    channels: examination.state === 'sound' ? examination.channels : null,
  };
}

async function* checkFile(databaseUrl: string, now: number): Check<Examination> {
  const examination = await examineDatabase(databaseUrl);
  switch (examination.state) {
    case 'in memory':
      yield warning(
        'The database is kept in memory: every rule is lost when the bot stops.',
        'Set DATABASE_URL to a file, like sqlite:data/gavel.db.',
      );
      break;
    case 'absent':
      yield checkNewFile(examination.file);
      yield checkDisk(nearestExisting(dirname(examination.file)), 0);
      break;
    case 'unusable':
      yield bad(examination.problem, remedyFor(examination.problem));
      break;
    case 'sound': {
      const { file, running, pendingMigrations } = examination;
      const state = running ? 'the bot is running on it' : 'no bot is running on it';
      const due = pendingMigrations === 0 ? '' : '; the next start brings its schema up to date';
      yield checkWritable(
        [file, dirname(file), `${file}-wal`, `${file}.lock`],
        good(`The database ${file} is valid and can be written; ${state}${due}.`),
      );
      yield checkBackups(examination.newestBackup, now);
      yield checkDisk(dirname(file), examination.bytes);
      break;
    }
    default:
      examination satisfies never;
  }
  return examination;
}

function remedyFor(problem: string): string {
  if (problem.includes('newer Gavel'))
    return 'Install the newer Gavel again, or restore a backup of the older one.';
  if (problem.includes('npm run restore')) return 'Restore the backup as described, with the bot stopped.';
  if (problem.includes('damaged') || problem.includes('not a Gavel'))
    return 'Move the file away and start without it, or restore a backup: npm run restore -- FILE';
  if (problem.includes('(a hard link)')) return 'Stop the bot, and remove one of the names with rm.';
  if (problem.includes('was moved to')) return 'Set DATABASE_URL to the database that it was moved to.';
  if (problem.includes('another program')) return 'Set DATABASE_URL to a file of Gavel’s own.';
  return FIX_PERMISSIONS;
}
