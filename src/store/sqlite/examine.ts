import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { GavelError } from '../../domain/errors.ts';
import { readSubscribedChannel, type SubscribedChannel } from '../rows/subscribed-channel.ts';
import { backupsOf } from './backup-files.ts';
import { loadDriver, type OpenDatabase } from './driver.ts';
import { sqliteCode, storeFailure } from './failures.ts';
import { parseDatabaseUrl } from './location.ts';
import { migrations } from './migrations/index.ts';
import { inspectDatabase, schemaOf } from './schema.ts';

/** What can be seen of a database without changing it. */
export type Examination =
  | { readonly state: 'in memory' }
  /** It is made at the first start. */
  | { readonly state: 'absent'; readonly file: string; readonly running: boolean }
  | {
      readonly state: 'unusable';
      readonly file: string;
      readonly running: boolean;
      /** A sentence, with what to do about it. */
      readonly problem: string;
    }
  | {
      readonly state: 'sound';
      readonly file: string;
      readonly running: boolean;
      readonly bytes: number;
      /** Migrations that the next start will run. */
      readonly stepsDue: number;
      readonly channels: readonly SubscribedChannel[];
      /** The newest in the usual folder; `at` is epoch ms. */
      readonly newestBackup: { readonly file: string; readonly at: number } | null;
    };

const BUSY_TIMEOUT_MS = 2_000;

/** A larger file is opened in its place; reading it whole would take long. */
const READ_WHOLE_UP_TO_BYTES = 512 * 1_024 * 1_024;
/** Where the header says how the file is written and read: 2 with a log, 1 without (sqlite.org/fileformat2.html, 1.3). */
const FORMAT_VERSIONS = [18, 19];

/**
 * Opens a database that is only looked at. SQLite makes files beside one with a log even to read it, and leaves them behind;
 * they would belong to whoever looked, and keep the bot out if that was somebody else. So a file whose log is not there, since
 * nobody has it open, is read into memory as it is.
 */
function openToLook(openDatabase: OpenDatabase, file: string): Database {
  const options = { busyTimeoutMs: BUSY_TIMEOUT_MS, readonly: true };
  if (existsSync(`${file}-wal`) || statSync(file).size > READ_WHOLE_UP_TO_BYTES)
    return openDatabase(file, options);
  const bytes = readFileSync(file);
  // There is no log of a file in memory, and this one had nothing in its log.
  for (const at of FORMAT_VERSIONS) if (bytes[at] === 2) bytes[at] = 1;
  return openDatabase(bytes, options);
}

/** Whether a bot has the database: it holds the lock beside it for as long as it lives (`lock.ts`). */
function isRunning(openDatabase: OpenDatabase, file: string): boolean {
  const lockFile = `${file}.lock`;
  if (!existsSync(lockFile)) return false;
  const lock = openDatabase(lockFile, { busyTimeoutMs: 0, readonly: true });
  try {
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_BUSY') return true;
    throw error;
  } finally {
    lock.close();
  }
}

function subscribedChannels(db: Database): readonly SubscribedChannel[] {
  return db
    .prepare(
      `SELECT subscriptions.guild_id, subscriptions.channel_id, count(*) AS rules, lanes.problem_code
         FROM subscriptions JOIN lanes USING (channel_id)
        WHERE subscriptions.paused_at IS NULL
        GROUP BY subscriptions.guild_id, subscriptions.channel_id
        ORDER BY subscriptions.guild_id, subscriptions.channel_id`,
    )
    .all()
    .map(readSubscribedChannel);
}

function newestBackup(file: string): { readonly file: string; readonly at: number } | null {
  const [newest] = backupsOf(file);
  return newest === undefined ? null : { file: newest, at: statSync(newest).mtimeMs };
}

/**
 * Looks at a database as it is: opened for reading only, also while a bot runs on it.
 * @throws GavelError CONFIG_INVALID for a URL of another kind, STORE_UNUSABLE without the driver
 */
export async function examineDatabase(databaseUrl: string): Promise<Examination> {
  const location = parseDatabaseUrl(databaseUrl);
  if (location === null) return { state: 'in memory' };
  const openDatabase = await loadDriver();
  if (!existsSync(location))
    return { state: 'absent', file: location, running: isRunning(openDatabase, location) };
  const file = realpathSync(location);
  const running = isRunning(openDatabase, file);
  try {
    using held = new DisposableStack();
    const db = openToLook(openDatabase, file);
    held.defer(() => db.close());
    inspectDatabase(db, file, migrations.length);
    const stepsDue = migrations.length - schemaOf(db);
    return {
      state: 'sound',
      file,
      running,
      bytes: statSync(file).size,
      stepsDue,
      // An older schema is read once it was brought up to date.
      channels: stepsDue === 0 ? subscribedChannels(db) : [],
      newestBackup: newestBackup(file),
    };
  } catch (error) {
    const failure = storeFailure(error, file);
    if (!(failure instanceof GavelError)) throw failure;
    return { state: 'unusable', file, running, problem: failure.message };
  }
}
