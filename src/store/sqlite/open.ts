import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import type { GavelError } from '../../domain/errors.ts';
import type { Store } from '../store.ts';
import { BOUNDS, type StoreBounds } from './bounds.ts';
import { copyBeforeMigration } from './copy-before-migration.ts';
import { loadDriver, type OpenDatabase } from './driver.ts';
import { storeFailure } from './failures.ts';
import { parseDatabaseUrl, prepareFile } from './location.ts';
import { lockDatabase } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { takeUpRestored } from './restoration.ts';
import { createPass } from './retention/pass.ts';
import { inspectDatabase, migrate, requireWritable } from './schema.ts';
import { beginShrinkable, emptyLog, giveBackSpace, limitLog, makeShrinkable, thoroughly } from './space.ts';
import { createAddressingTable } from './tables/addressing.ts';
import { createAlertTable } from './tables/alerts.ts';
import { createAuctionTables } from './tables/auctions.ts';
import { createCardTable } from './tables/cards.ts';
import { createDeliveryTables } from './tables/deliveries.ts';
import { createDirectoryTable } from './tables/directory.ts';
import { createDraftTable } from './tables/drafts.ts';
import { createFeedTables } from './tables/feed.ts';
import { createFeedRecordTables } from './tables/feed-records.ts';
import { createGapTables } from './tables/gaps.ts';
import { createLaneTable } from './tables/lanes.ts';
import { createLateLanes } from './tables/late-lanes.ts';
import { createOutboxFigures } from './tables/outbox-figures.ts';
import { createPostTable } from './tables/posts.ts';
import { createSettingsTables } from './tables/settings.ts';
import { createSubscriptionTable } from './tables/subscriptions.ts';
import { createTopicTable } from './tables/topics.ts';
import { createTradeTables } from './tables/trades.ts';
import { createUndecidedTables } from './tables/undecided.ts';
import { createAddressing } from './verbs/addressing.ts';
import { createAlertIntake } from './verbs/alert-intake.ts';
import { createAuctionVerbs } from './verbs/auctions.ts';
import { createDirectoryVerbs } from './verbs/directory.ts';
import { createDoubt } from './verbs/doubt.ts';
import { createDraftVerbs } from './verbs/drafts.ts';
import { createFeedVerbs } from './verbs/feed.ts';
import { createFillPost } from './verbs/fill-post.ts';
import { createGapVerbs } from './verbs/gaps.ts';
import { createHealthVerbs } from './verbs/health.ts';
import { createGiveUpHeld, createHeldVerbs } from './verbs/held.ts';
import { createHousekeepingVerbs } from './verbs/housekeeping.ts';
import { createLaneVerbs } from './verbs/lanes.ts';
import { createLateVerbs } from './verbs/late.ts';
import { createNoticeVerbs } from './verbs/notices.ts';
import { createPostVerbs } from './verbs/posts.ts';
import { createSettingsVerbs } from './verbs/settings.ts';
import { createSubscriptionVerbs } from './verbs/subscriptions.ts';
import { createVerbMaker, type VerbMaker } from './verbs/verb.ts';
import { createWriteWatch, type WriteWatch } from './write-watch.ts';

/** How long a verb waits while another program writes to the file. */
const BUSY_TIMEOUT_MS = 2_000;

function openFile(
  openDatabase: OpenDatabase,
  file: string,
  { log, now }: { readonly log: Logger; readonly now: () => number },
): Database {
  try {
    const db = openDatabase(file, { busyTimeoutMs: BUSY_TIMEOUT_MS });
    try {
      inspectDatabase(db, file, migrations.length);
      requireWritable(db);
      beginShrinkable(db);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      // What is deleted from a page is overwritten in it, where that costs no further write.
      db.pragma('secure_delete = FAST');
      limitLog(db);
      const steps = migrate(db, migrations);
      if (steps > 0)
        log.info({ file, steps, schema: migrations.length }, 'The database was brought up to date.');
      takeUpRestored(db, now(), log);
      makeShrinkable(db, log);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    throw storeFailure(error, file);
  }
}

function createStore(
  db: Database,
  {
    verb,
    writes,
    now,
    bounds,
  }: {
    readonly verb: VerbMaker;
    readonly writes: WriteWatch;
    readonly now: () => number;
    readonly bounds: StoreBounds;
  },
): Omit<Store, keyof AsyncDisposable> {
  const tables = {
    addressing: createAddressingTable(db),
    alerts: createAlertTable(db),
    auctions: createAuctionTables(db),
    cards: createCardTable(db),
    deliveries: createDeliveryTables(db),
    drafts: createDraftTable(db),
    feed: createFeedTables(db, bounds.seen),
    feedRecords: createFeedRecordTables(db),
    gaps: createGapTables(db, bounds.gaps),
    lanes: createLaneTable(db),
    lateLanes: createLateLanes(db),
    posts: createPostTable(db),
    settings: createSettingsTables(db),
    subscriptions: createSubscriptionTable(db),
    topics: createTopicTable(db),
    trades: createTradeTables(db, bounds),
    undecided: createUndecidedTables(db),
  };
  const fillPost = createFillPost(tables);
  const giveUpHeld = createGiveUpHeld(tables, now);
  const doubt = createDoubt(tables.feed.restoration());
  const intake = createAlertIntake(tables, doubt);
  const { intakeVerb, finish: finishAddressing } = createAddressing(verb, intake, now);
  return {
    ...createFeedVerbs(verb, tables, intake, intakeVerb),
    ...createLateVerbs(verb, tables, intake, intakeVerb),
    ...createGapVerbs(verb, tables.gaps),
    ...createAuctionVerbs(verb, tables.auctions, intake, intakeVerb),
    ...createLaneVerbs(verb, tables, fillPost, now),
    ...createPostVerbs(verb, tables, { fillPost, doubt, finishAddressing, now }),
    ...createSubscriptionVerbs(verb, tables, giveUpHeld),
    ...createHeldVerbs(verb, tables, { fillPost, now }),
    ...createNoticeVerbs(verb, tables, doubt, now),
    ...createDraftVerbs(verb, tables.drafts, now),
    ...createSettingsVerbs(verb, tables, (erase) => thoroughly(db, erase), giveUpHeld),
    ...createHealthVerbs(
      verb,
      tables,
      createOutboxFigures(db, { lateLanes: tables.lateLanes, now }),
      now,
      writes,
    ),
    ...createHousekeepingVerbs(verb, {
      pass: createPass(db, bounds.settled, () => tables.trades.forgetIdleHighest()),
      giveBackSpace: () => giveBackSpace(db),
      emptyLog: () => emptyLog(db),
    }),
    ...createDirectoryVerbs(verb, createDirectoryTable(db)),
  };
}

/**
 * Opens the store on an SQLite database and brings its schema up to date, after a backup of one that an earlier version
 * wrote. A missing folder or file is made.
 * Disposing of the store closes the file and lets the next process in.
 *
 * Throws GavelError CONFIG_INVALID for a URL of another kind, STORE_IN_USE when another process has the database, and
 * STORE_UNUSABLE when the file is no database, damaged, another program's or a newer Gavel's, or cannot be written.
 *
 * @param options `databaseUrl`: `sqlite:path/to.db` or `sqlite::memory:`; `now`: epoch ms; `onDamage`: called when a verb
 * comes upon damage in the file, with what it rejects with: no further try mends that; `bounds`: smaller ones, for tests
 */
export async function openSqliteStore(options: {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly onDamage?: (error: GavelError) => void;
  readonly bounds?: StoreBounds;
}): Promise<Store> {
  const location = parseDatabaseUrl(options.databaseUrl);
  const openDatabase = await loadDriver();
  using held = new DisposableStack();
  const file = location === null ? ':memory:' : prepareFile(location);
  if (location !== null) {
    held.use(lockDatabase(openDatabase, file));
    await copyBeforeMigration({ ...options, file });
  }
  const db = openFile(openDatabase, file, options);
  held.defer(() => db.close());
  const { now, onDamage = () => undefined } = options;
  const { bounds = BOUNDS } = options;
  const writes = createWriteWatch(now);
  const verb = createVerbMaker(db, file, { onDamage, writes });
  const store = createStore(db, { verb, writes, now, bounds });
  // The store keeps the lock reachable: a lock that is garbage-collected is given up.
  const resources = held.move();
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      resources.dispose();
    },
  };
}
