import type { Logger } from 'pino';
import type { GavelError } from '#src/chain/errors.ts';
import { createAuctionStore } from './auctions.ts';
import { createBacktestStore } from './backtest.ts';
import { BOUNDS, type StoreBounds } from './bounds.ts';
import { createChannelFactsStore } from './channel-facts.ts';
import { createChannelLogStore } from './channel-log.ts';
import { createChannelWorkStore } from './channel-work.ts';
import type { Database } from './database/database.ts';
import { POSTGRES_LIMITS, type PostgresLimits } from './database/postgres/limits.ts';
import type { PostgresOptions } from './database/postgres/open.ts';
import { isPostgresUrl } from './database/postgres/url.ts';
import { openSqliteDatabase } from './database/sqlite/open.ts';
import { createDirectoryStore } from './directory.ts';
import { createEventStore } from './events.ts';
import { createFeedStore } from './feed.ts';
import { createFloorStore } from './floors.ts';
import { createGapStore } from './gaps.ts';
import { createGreetingStore } from './greetings.ts';
import { createGuildErasureStore } from './guild-erasure.ts';
import { createHealthStore } from './health.ts';
import { createHeldPostStore } from './held-posts.ts';
import { createIngestion } from './ingestion.ts';
import { createLateFactsStore } from './late-facts.ts';
import { createMadeAlertStore } from './made-alerts.ts';
import { createMarketHistoryStore } from './market-history.ts';
import { createNoticeStore } from './notices.ts';
import { createPeopleStore } from './people.ts';
import { createPostedAlertStore } from './posted-alerts.ts';
import { finishRestore } from './restoration.ts';
import { createHousekeepingStore } from './retention/housekeeping.ts';
import { createSavedInputStore } from './saved-inputs.ts';
import { createSendingStore } from './sending.ts';
import { createSettingsStore } from './settings.ts';
import type { SharedDatabase } from './shared-database.ts';

import { createSilenceStore } from './silences.ts';
import { createSubscriptionStore } from './subscriptions.ts';
import { createTemplateStore } from './templates.ts';
import { createTickerStore } from './tickers.ts';

/**
 * Creates the store on a database, which the caller closes.
 * @param bounds lower limits, for tests
 */
export function createStore(database: Database, bounds: StoreBounds = BOUNDS) {
  const ingestion = createIngestion(database, bounds);
  return {
    ...createFeedStore(database, ingestion, bounds),
    ...createGapStore(database),
    ...createAuctionStore(database, ingestion),
    backtest: createBacktestStore(database),
    ...createFloorStore(database, ingestion),
    ...createChannelWorkStore(database),
    ...createChannelFactsStore(database),
    ...createSendingStore(database, ingestion),
    ...createPostedAlertStore(database),
    ...createDirectoryStore(database),
    ...createMadeAlertStore(database, ingestion),
    ...createMarketHistoryStore(database, bounds),
    ...createSubscriptionStore(database),
    ...createSavedInputStore(database),
    ...createSettingsStore(database),
    ...createGuildErasureStore(database),
    ...createHeldPostStore(database),
    ...createNoticeStore(database),
    ...createLateFactsStore(database, ingestion),
    ...createHealthStore(database),
    ...createHousekeepingStore(database, bounds),
    channelLog: createChannelLogStore(database),
    events: createEventStore(database),
    greetings: createGreetingStore(database),
    people: createPeopleStore(database),
    silences: createSilenceStore(database),
    templates: createTemplateStore(database),
    tickers: createTickerStore(database),
  };
}

/** All persistent state of Gavel, on SQLite or PostgreSQL. */
export type Store = ReturnType<typeof createStore> & AsyncDisposable;

/** The outbox. */
export type DeliveryStore = ReturnType<typeof createChannelWorkStore> &
  ReturnType<typeof createSendingStore> &
  Pick<ReturnType<typeof createHeldPostStore>, 'holdPost'>;

/** Rules, and the state of their channels. */
export type SubscriptionStore = ReturnType<typeof createSubscriptionStore> &
  ReturnType<typeof createNoticeStore> &
  Pick<ReturnType<typeof createHeldPostStore>, 'resolveHeldPost' | 'heldPosts'>;

/** The settings of servers and channels, and the data of a server. */
export type SettingsStore = ReturnType<typeof createSettingsStore> &
  ReturnType<typeof createGuildErasureStore>;

/** Opens PostgreSQL. Loads the driver only if it is needed. */
async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { openPostgresDatabase } = await import('./database/postgres/open.ts');
  return openPostgresDatabase(options);
}

interface OpenOptions {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly databaseNow?: () => number;
  readonly leaseMs?: number;
  readonly onDamage?: (error: GavelError) => void;
}

/**
 * Returns limits for a lease's duration. The server must end a frozen process's transactions before its leases end, so
 * that others can take over.
 */
function limitsFor(leaseMs: number): PostgresLimits {
  const mostMs = Math.floor(0.8 * leaseMs);
  return {
    ...POSTGRES_LIMITS,
    statementMs: Math.min(POSTGRES_LIMITS.statementMs, mostMs),
    idleInTransactionMs: Math.min(POSTGRES_LIMITS.idleInTransactionMs, mostMs),
  };
}

/**
 * Opens the database of this URL, creates it if it is missing, applies missing migrations, and detects that it was
 * restored.
 *
 * Throws GavelError CONFIG_INVALID for another kind of URL, STORE_IN_USE if another process is using the file, and
 * STORE_UNUSABLE if the database cannot be used. The message gives the reason and never contains a password.
 *
 * @param options `databaseUrl`: `sqlite:path/to.db`, `sqlite::memory:` or `postgres://…`; `now`: epoch ms, the clock on
 * SQLite; `databaseNow`: replaces the clock of PostgreSQL, for tests; `leaseMs`: duration of a lease on PostgreSQL;
 * `onDamage`: called with the error when a method rejects because the file is damaged
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, log, databaseNow, leaseMs } = options;
  await using held = new AsyncDisposableStack();
  const database = held.use(
    isPostgresUrl(databaseUrl)
      ? await openPostgres({
          databaseUrl,
          log,
          ...(databaseNow === undefined ? {} : { now: databaseNow }),
          ...(leaseMs === undefined ? {} : { limits: limitsFor(leaseMs) }),
        })
      : await openSqliteDatabase(options),
  );
  await finishRestore(database, log);
  held.move();
  return database;
}

/**
 * Opens the store on the database of this URL, like `openDatabase`. Disposing of the store closes the database.
 * @param options `bounds`: lower limits, for tests
 */
export async function openStore(options: OpenOptions & { readonly bounds?: StoreBounds }): Promise<Store> {
  const database = await openDatabase(options);
  return {
    ...createStore(database, options.bounds),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/**
 * Creates the connections with which several processes share the database; `null` on SQLite, where there is a single
 * process.
 */
export async function shareDatabase(
  database: Database,
  options: { readonly databaseUrl: string; readonly lifeMs: number; readonly log: Logger },
): Promise<SharedDatabase | null> {
  if (database.dialect === 'sqlite') return null;
  const { createSharedDatabase } = await import('./shared-database.ts');
  return createSharedDatabase({ ...options, database });
}
