import { describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '../../../src/store/database/sqlite/open.ts';
import { createStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { silentLog } from '../../support/silent-log.ts';
import { ruleFor, SALES } from '../samples.ts';

type OpenStore = Omit<Store, keyof AsyncDisposable>;

/** Tables with hundreds of thousands of rows. */
const LARGE = ['alerts', 'deliveries', 'posts', 'live_messages', 'live_states', 'trades', 'seen_keys'];

/** The statements of one call that read a large table from its beginning to its end, with how SQLite runs them. */
async function scansOf(call: (store: OpenStore) => Promise<unknown>): Promise<readonly string[]> {
  await using database = await openSqliteDatabase({
    databaseUrl: 'sqlite::memory:',
    log: silentLog,
    now: () => 5_000_000,
  });
  const { db } = database.file;
  const store = createStore(database);
  await store.addSubscription(ruleFor(SALES));
  await store.stopQueue(SALES, { state: 'paused', code: 50_013 });
  // These have only the rows that are not settled.
  const partial = db
    .prepare<[], string>(`select name from sqlite_master where type = 'index' and sql like '% where %'`)
    .pluck()
    .all();
  const statements = new Set<string>();
  const prepare = db.prepare.bind(db);
  db.prepare = (source: string) => {
    statements.add(source);
    return prepare(source);
  };
  await call(store);
  return [...statements]
    .filter((source) => /^(select|update|delete|with)/i.test(source))
    .flatMap((source) => {
      const parameters = Array.from(source.matchAll(/\?/g), () => null);
      const plan = prepare<unknown[], { readonly detail: string }>(`explain query plan ${source}`).all(
        ...parameters,
      );
      return plan
        .filter(({ detail }) => LARGE.some((table) => new RegExp(`^SCAN ${table}\\b`).test(detail)))
        .filter(({ detail }) => !partial.some((index) => detail.endsWith(` INDEX ${index}`)))
        .map(({ detail }) => `${detail} in ${source}`);
    });
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
    ['the removal of the last rule', (store) => store.removeSubscription(ruleFor(SALES).guildId, 1)],
  ])('for %s', async (_what, call) => {
    expect(await scansOf(call)).toEqual([]);
  });
});
