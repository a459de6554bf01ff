import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { personTarget } from '#src/alerts/target.ts';
import { GavelError } from '#src/chain/errors.ts';
import { backupsOf } from '../../file/backup-files.ts';
import { parseDatabaseUrl, refuseHardLinks } from '../../file/location.ts';
import { problemBesideSavedCopy } from '../../file/lost-file.ts';
import { refuseMoved } from '../../move/mark.ts';
import { jsonColumn } from '../json.ts';
import { sqliteCode, storeFailure } from './failures.ts';
import { loadDriver, type OpenDatabase } from './load-driver.ts';
import { inspectDatabase, SCHEMA_LINE, schemaOf } from './schema.ts';

/** Topics of each of the rules. */
const topicLists = jsonColumn('the topics of the rules of a channel', z.array(z.array(z.enum(TOPICS))));

const subscribedChannels = z.array(
  z.object({
    guildId: z.string(),
    channelId: z.string(),
    rules: z.number(),
    /** Topics of its rules, possibly with duplicates. */
    topics: z.string().transform((json) => topicLists.read(json).flat()),
    /** Discord's error code that stopped it; `null` while it is open. */
    stoppedBy: z.number().nullable(),
  }),
);

/** A channel with active rules. */
export type SubscribedChannel = Readonly<z.infer<typeof subscribedChannels>[number]>;

/** The state of a database, read without changing it. */
export type Examination =
  | { readonly state: 'in memory' }
  /** The first start creates it. */
  | { readonly state: 'absent'; readonly file: string; readonly running: boolean }
  | {
      readonly state: 'unusable';
      readonly file: string;
      readonly running: boolean;
      /** A sentence with a remedy. */
      readonly problem: string;
    }
  | {
      readonly state: 'sound';
      readonly file: string;
      readonly running: boolean;
      readonly bytes: number;
      /** Number of migrations that the next start applies. */
      readonly pendingMigrations: number;
      readonly channels: readonly SubscribedChannel[];
      /** Newest file in the backup folder; `at` is epoch ms. */
      readonly newestBackup: { readonly file: string; readonly at: number } | null;
    };

const BUSY_TIMEOUT_MS = 2_000;

/** Larger files are opened in place, because reading them into memory would take long. */
const MAX_IN_MEMORY_BYTES = 512 * 1_024 * 1_024;
/**
 * Offsets of the write and read version in the header: 2 with a write-ahead log, 1 without
 * (sqlite.org/fileformat2.html, 1.3).
 */
const FORMAT_VERSIONS = [18, 19];

/**
 * Opens a database for reading only. Even then SQLite creates side files for a database with a write-ahead log and
 * leaves them behind; if they belong to another user, the bot cannot open the database. Therefore a file without a log
 * that no process has open is read into memory.
 */
function openReadOnly(openDatabase: OpenDatabase, file: string): Database {
  const options = { busyTimeoutMs: BUSY_TIMEOUT_MS, readonly: true };
  if (existsSync(`${file}-wal`) || statSync(file).size > MAX_IN_MEMORY_BYTES)
    return openDatabase(file, options);
  const bytes = readFileSync(file);
  // A database in memory cannot have a log; this one had none on disk.
  for (const at of FORMAT_VERSIONS) if (bytes[at] === 2) bytes[at] = 1;
  return openDatabase(bytes, options);
}

/** Returns whether a bot is using the database, which means that it holds the lock (`lock.ts`). */
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

function findSubscribedChannels(db: Database): readonly SubscribedChannel[] {
  const rows = db
    .prepare(
      `select subscriptions.guild_id as guildId, subscriptions.channel_id as channelId, count(*) as rules,
              json_group_array(json(subscriptions.topics)) as topics,
              channel_queues.problem_code as stoppedBy
         from subscriptions join channel_queues using (channel_id)
        where subscriptions.paused_at is null and subscriptions.channel_id not like '${personTarget('%')}'
        group by subscriptions.guild_id, subscriptions.channel_id
        order by subscriptions.guild_id, subscriptions.channel_id`,
    )
    .all();
  return subscribedChannels.parse(rows);
}

function newestBackup(file: string): { readonly file: string; readonly at: number } | null {
  const [newest] = backupsOf(file);
  return newest === undefined ? null : { file: newest, at: statSync(newest).mtimeMs };
}

/**
 * Examines a database read-only, even while a bot is using it.
 * @throws GavelError CONFIG_INVALID for another kind of URL, STORE_UNUSABLE if the driver cannot be loaded
 */
export async function examineDatabase(databaseUrl: string): Promise<Examination> {
  const location = parseDatabaseUrl(databaseUrl);
  if (location === null) return { state: 'in memory' };
  const openDatabase = await loadDriver();
  if (!existsSync(location)) {
    const absent = { file: location, running: isRunning(openDatabase, location) };
    const problem = problemBesideSavedCopy(location);
    return problem === null ? { state: 'absent', ...absent } : { state: 'unusable', problem, ...absent };
  }
  const file = realpathSync(location);
  const running = isRunning(openDatabase, file);
  try {
    using held = new DisposableStack();
    refuseHardLinks(file);
    const db = openReadOnly(openDatabase, file);
    held.defer(() => db.close());
    inspectDatabase(db, file, SCHEMA_LINE);
    refuseMoved(db, file);
    const pendingMigrations = Math.max(0, SCHEMA_LINE.versions - schemaOf(db));
    return {
      state: 'sound',
      file,
      running,
      bytes: statSync(file).size,
      pendingMigrations,
      // An older schema cannot be read before its migration.
      channels: pendingMigrations === 0 ? findSubscribedChannels(db) : [],
      newestBackup: newestBackup(file),
    };
  } catch (error) {
    const failure = storeFailure(error, file);
    if (!(failure instanceof GavelError)) throw failure;
    return { state: 'unusable', file, running, problem: failure.message };
  }
}
