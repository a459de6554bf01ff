import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import type { GavelError } from '../../chain/errors.ts';
import type { Store } from '../store.ts';
import { BOUNDS, type StoreBounds } from './bounds.ts';
import { copyBeforeMigration } from './copy-before-migration.ts';
import { loadDriver, type OpenDatabase } from './driver.ts';
import { storeFailure } from './failures.ts';
import { parseDatabaseUrl, prepareFile } from './location.ts';
import { lockDatabase } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { finishRestore } from './restoration.ts';
import { createPass } from './retention/pass.ts';
import { inspectDatabase, migrate, requireWritable } from './schema.ts';
import { FIRST_LINE } from './schema-line.ts';
import {
  enableIncrementalVacuum,
  eraseSecurely,
  limitLog,
  rebuildForIncrementalVacuum,
  releaseSpace,
  truncateLog,
} from './space.ts';
import { createAddressingTable } from './tables/addressing.ts';
import { createAlertTable } from './tables/alerts.ts';
import { createAuctionTables } from './tables/auctions.ts';
import { createChannelQueueTable } from './tables/channel-queues.ts';
import { createDeliveryTables } from './tables/deliveries.ts';
import { createDirectoryTable } from './tables/directory.ts';
import { createDraftTable } from './tables/drafts.ts';
import { createFeedTables } from './tables/feed.ts';
import { createFeedRecordTables } from './tables/feed-records.ts';
import { createGapTables } from './tables/gaps.ts';
import { createLateQueues } from './tables/late-queues.ts';
import { createLiveMessageTable } from './tables/live-messages.ts';
import { createOutboxFigures } from './tables/outbox-figures.ts';
import { createPostTable } from './tables/posts.ts';
import { createRolePingTable } from './tables/role-pings.ts';
import { createSettingsTables } from './tables/settings.ts';
import { createSubscriptionTable } from './tables/subscriptions.ts';
import { createTopicTable } from './tables/topics.ts';
import { createTradeTables } from './tables/trades.ts';
import { createUndecidedTables } from './tables/undecided.ts';
import { createAlertIngestion } from './verbs/alert-ingestion.ts';
import { createAuctionTransactions } from './verbs/auctions.ts';
import { createChannelQueueTransactions } from './verbs/channel-queues.ts';
import { createDirectoryTransactions } from './verbs/directory.ts';
import { createDraftTransactions } from './verbs/drafts.ts';
import { createFanOut } from './verbs/fan-out.ts';
import { createFeedTransactions } from './verbs/feed.ts';
import { createGapTransactions } from './verbs/gaps.ts';
import { createHealthTransactions } from './verbs/health.ts';
import { createGiveUpHeldPost, createHeldPostTransactions } from './verbs/held-posts.ts';
import { createHousekeepingTransactions } from './verbs/housekeeping.ts';
import { createLateFactsTransactions } from './verbs/late-facts.ts';
import { createNoticeTransactions } from './verbs/notices.ts';
import { createPostLoader } from './verbs/post-loader.ts';
import { createPostTransactions } from './verbs/posts.ts';
import { createSettingsTransactions } from './verbs/settings.ts';
import { createSubscriptionTransactions } from './verbs/subscriptions.ts';
import { createTransactionFactory, type TransactionFactory } from './verbs/transaction-factory.ts';
import { createVerification } from './verbs/verification.ts';
import { createWriteMonitor, type WriteMonitor } from './write-monitor.ts';

/** How long a transaction waits while another program writes to the file. */
const BUSY_TIMEOUT_MS = 2_000;

function openFile(
  openDatabase: OpenDatabase,
  file: string,
  { log, now }: { readonly log: Logger; readonly now: () => number },
): Database {
  try {
    const db = openDatabase(file, { busyTimeoutMs: BUSY_TIMEOUT_MS });
    try {
      inspectDatabase(db, file, FIRST_LINE);
      requireWritable(db);
      enableIncrementalVacuum(db);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      // Overwrites deleted content where that needs no additional write.
      db.pragma('secure_delete = FAST');
      limitLog(db);
      const steps = migrate(db, migrations);
      if (steps > 0) log.info({ file, steps, schema: migrations.length }, 'The database was migrated.');
      finishRestore(db, now(), log);
      rebuildForIncrementalVacuum(db, log);
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
    transactions,
    writes,
    now,
    bounds,
  }: {
    readonly transactions: TransactionFactory;
    readonly writes: WriteMonitor;
    readonly now: () => number;
    readonly bounds: StoreBounds;
  },
): Omit<Store, keyof AsyncDisposable> {
  const tables = {
    addressing: createAddressingTable(db),
    alerts: createAlertTable(db),
    auctions: createAuctionTables(db),
    liveMessages: createLiveMessageTable(db),
    deliveries: createDeliveryTables(db),
    drafts: createDraftTable(db),
    feed: createFeedTables(db, bounds.seen),
    feedRecords: createFeedRecordTables(db),
    gaps: createGapTables(db, bounds.gaps),
    queues: createChannelQueueTable(db),
    lateQueues: createLateQueues(db),
    posts: createPostTable(db),
    rolePings: createRolePingTable(db),
    settings: createSettingsTables(db),
    subscriptions: createSubscriptionTable(db),
    topics: createTopicTable(db),
    trades: createTradeTables(db, bounds),
    undecided: createUndecidedTables(db),
  };
  const postLoader = createPostLoader(tables);
  const giveUpHeldPost = createGiveUpHeldPost(tables, now);
  const verification = createVerification(tables.feed.restoration());
  const ingest = createAlertIngestion(tables, verification);
  const { ingestTransaction, finish: finishFanOut } = createFanOut(transactions, ingest, now);
  return {
    ...createFeedTransactions(transactions, tables, ingest, ingestTransaction),
    ...createLateFactsTransactions(transactions, tables, ingest, ingestTransaction),
    ...createGapTransactions(transactions, tables.gaps),
    ...createAuctionTransactions(transactions, tables.auctions, ingest, ingestTransaction),
    ...createChannelQueueTransactions(transactions, tables, postLoader, now),
    ...createPostTransactions(transactions, tables, { postLoader, verification, finishFanOut, now }),
    ...createSubscriptionTransactions(transactions, tables, giveUpHeldPost),
    ...createHeldPostTransactions(transactions, tables, { postLoader, now }),
    ...createNoticeTransactions(transactions, tables, verification, now),
    ...createDraftTransactions(transactions, tables.drafts, now),
    ...createSettingsTransactions(transactions, tables, (erase) => eraseSecurely(db, erase), giveUpHeldPost),
    ...createHealthTransactions(
      transactions,
      tables,
      createOutboxFigures(db, { lateQueues: tables.lateQueues, now }),
      now,
      writes,
    ),
    ...createHousekeepingTransactions(transactions, {
      pass: createPass(db, bounds.settled, () => tables.trades.pruneIdleHighest()),
      releaseSpace: () => releaseSpace(db),
      truncateLog: () => truncateLog(db),
    }),
    ...createDirectoryTransactions(transactions, createDirectoryTable(db)),
  };
}

/**
 * Opens the store on an SQLite database and applies missing migrations, after a backup. A missing folder or file is
 * created. Disposing of the store closes the file and releases the lock.
 *
 * Throws GavelError CONFIG_INVALID for another kind of URL, STORE_IN_USE when another process has the database, and
 * STORE_UNUSABLE when the file is not a database, damaged, another program's or a newer Gavel's, or cannot be written.
 *
 * @param options `databaseUrl`: `sqlite:path/to.db` or `sqlite::memory:`; `now`: epoch ms; `onDamage`: called when a method
 * rejects because the file is damaged, with the error; retrying is useless then; `bounds`: smaller ones, for tests
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
    await copyBeforeMigration({ ...options, file, line: FIRST_LINE });
  }
  const db = openFile(openDatabase, file, options);
  held.defer(() => db.close());
  const { now, onDamage = () => undefined } = options;
  const { bounds = BOUNDS } = options;
  const writes = createWriteMonitor(now);
  const transactions = createTransactionFactory(db, file, { onDamage, writes });
  const store = createStore(db, { transactions, writes, now, bounds });
  // The store keeps a reference to the lock: garbage collection would release it.
  const resources = held.move();
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      resources.dispose();
    },
  };
}
