import type { Database as SqliteDatabase } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '../../../src/store/database/sqlite/open.ts';
import { createStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { silentLog } from '../../support/silent-log.ts';
import { ruleFor, SALES } from '../samples.ts';
import { scansOf } from './sqlite-plans.ts';

type OpenStore = Omit<Store, keyof AsyncDisposable>;

/** What one call runs on a new database with a rule for a channel that is stopped. */
async function plansOf<R>(
  call: (store: OpenStore) => Promise<unknown>,
  read: (db: SqliteDatabase, statements: ReadonlySet<string>) => R,
): Promise<R> {
  await using database = await openSqliteDatabase({
    databaseUrl: 'sqlite::memory:',
    log: silentLog,
    now: () => 5_000_000,
  });
  const { db } = database.file;
  const store = createStore(database);
  await store.addSubscription(ruleFor(SALES));
  await store.stopQueue(SALES, { state: 'paused', code: 50_013 });
  const statements = new Set<string>();
  const prepare = db.prepare.bind(db);
  db.prepare = (source: string) => {
    statements.add(source);
    return prepare(source);
  };
  await call(store);
  db.prepare = prepare;
  return read(db, statements);
}

const scansOfCall = (call: (store: OpenStore) => Promise<unknown>) => plansOf(call, scansOf);

async function pruneAll(store: OpenStore): Promise<void> {
  while ((await store.prune(5_000_000)).more);
}

const CHANNELS = [SALES, '1', '2'];

describe('with millions of settled rows, SQLite reads none of them', () => {
  it.each<[string, (store: OpenStore) => Promise<unknown>]>([
    ['the status of queues', (store) => store.queueStatuses(CHANNELS)],
    ['what holds channels', (store) => store.heldPosts(CHANNELS)],
    ['due notices', (store) => store.dueNotices()],
    ['refused notices', (store) => store.refusedNotices()],
    ['alerts that were given up', (store) => store.deadDeliveries(CHANNELS, 0)],
    ['alerts that expired', (store) => store.expiredDeliveries(CHANNELS, 0)],
    ['undecided events', (store) => store.undecidedEvents(CHANNELS, 0)],
    ['late queues', (store) => store.lateQueues(CHANNELS)],
    ['figures of the outbox', (store) => store.outboxFigures()],
    ['due lookups', (store) => store.dueLookups(0, 10)],
    ['overdue alerts', (store) => store.overdue(0, 9, 10)],
    ['what the feed has yet to report', (store) => store.awaitedSince()],
    ['the erasure of a server', (store) => store.eraseGuild(ruleFor(SALES).guildId)],
    ['a pass of the retention', pruneAll],
    ['the removal of the last rule', (store) => store.removeSubscription(ruleFor(SALES).guildId, 1)],
  ])('for %s', async (_what, call) => {
    expect(await scansOfCall(call)).toEqual([]);
  });
});
