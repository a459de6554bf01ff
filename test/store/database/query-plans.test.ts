import type { Database as SqliteDatabase } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import type { Store } from '#src/store/open.ts';
import { createStore } from '#src/store/open.ts';

import { sale as activity, address } from '../../support/build-activity.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import { silentLog } from '../../support/silent-log.ts';
import { addressed, begin, GENERAL, ingestionOf, ruleFor, SALES, salesFor, statesOf } from '../samples.ts';
import { IS_QUERY, planOf, scansOf } from './sqlite-plans.ts';

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
    ['whether there are notices', (store) => store.hasNotices()],
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

const HISTORY = { key: 't', collection: address(0xc0), tokenId: '1', seller: null, buyer: null } as const;

async function sendOne(store: OpenStore): Promise<void> {
  await store.ingest(ingestionOf(salesFor(['a'], GENERAL)));
  const { id } = await begin(store, GENERAL, 1);
  await store.markAmbiguous(id, { notBefore: 5 });
  await store.retryPost(id, { at: 3, newWindow: false, layout: 'card' });
  await store.markSent(id, { messageId: 'm', at: 5, publish: true });
  await store.channelWork(GENERAL, 10);
}

async function changeState(store: OpenStore): Promise<void> {
  const [topic, state] = ['auction:a-1', auctionAlert({ key: 'started' })];
  await store.ingest(ingestionOf([addressed(state, GENERAL)], { topics: [{ key: topic, state }] }));
  await store.ingest(statesOf({ key: topic, state: auctionAlert({ bidCount: 9 }) }));
}

const ingestOne = (store: OpenStore) =>
  store.ingest(
    ingestionOf(salesFor(['a'], GENERAL), {
      seen: ['id:a'],
      records: [{ activity: activity(), alertKey: 'a', occurredAt: 1 }],
      trades: [{ ...HISTORY, price: 10n, quantity: 1n, at: 1_000 }],
    }),
  );

describe('SQLite finds by index what a statement needs', () => {
  it.each<[string, (store: OpenStore) => Promise<unknown>, readonly string[]]>([
    [
      'channels with work',
      (store) => store.channelsWithWork(),
      [
        'channel_queues USING COVERING INDEX channel_queues_open',
        'deliveries USING COVERING INDEX deliveries_pending_expiry (channel_id=?)',
        'posts USING INDEX posts_unsettled (channel_id=?)',
        'posts USING COVERING INDEX posts_unpublished (channel_id=?)',
        'posts USING COVERING INDEX posts_stale (channel_id=? AND stale_since>?)',
        'people USING INDEX sqlite_autoindex_people_1 (user_id=?)',
      ],
    ],
    [
      'the work of a channel',
      (store) => store.channelWork(GENERAL, 10),
      [
        'deliveries USING INDEX deliveries_pending (channel_id=?)',
        'deliveries USING COVERING INDEX deliveries_pending_expiry (channel_id=?)',
        'deliveries USING COVERING INDEX deliveries_pending (channel_id=? AND is_urgent=? AND id<?)',
        'deliveries USING INDEX deliveries_unverified (channel_id=?)',
        'posts USING COVERING INDEX posts_sent (channel_id=? AND settled_at>? AND settled_at<?)',
        'posts USING INDEX posts_unsettled (channel_id=?)',
        'live_messages EXISTS USING COVERING INDEX live_messages_live_key (live_key=? AND channel_id=?)',
      ],
    ],
    [
      'what is too old',
      (store) => store.expire(GENERAL, 5),
      ['deliveries USING INDEX deliveries_pending_expiry (channel_id=? AND expires_at<?)'],
    ],
    [
      'what is marked for a summary',
      (store) => store.summariseWaiting(GENERAL, { includeUrgent: false }),
      ['deliveries USING COVERING INDEX deliveries_pending (channel_id=? AND is_urgent=?)'],
    ],
    [
      'the alerts of a post',
      sendOne,
      [
        'deliveries USING INTEGER PRIMARY KEY (rowid=?)',
        'deliveries USING INDEX deliveries_post (post_id=?)',
        'posts USING INDEX posts_unpublished (channel_id=?)',
      ],
    ],
    ['what a crash left', (store) => store.recover(), ['posts USING INDEX posts_unsettled']],
    [
      'known records',
      (store) => store.known(['id:a']),
      ['seen_keys USING COVERING INDEX sqlite_autoindex_seen_keys_1 (key=?)'],
    ],
    [
      'the oldest records and trades',
      ingestOne,
      [
        'seen_keys USING INTEGER PRIMARY KEY (rowid<?)',
        'feed_records USING INTEGER PRIMARY KEY (rowid<?)',
        'feed_record_keys USING COVERING INDEX feed_record_keys_record (record_id=?)',
        'trades USING INTEGER PRIMARY KEY (rowid<?)',
        'trades USING COVERING INDEX trades_token (collection=? AND token_id=? AND at<?)',
      ],
    ],
    [
      'the messages about a live state',
      changeState,
      [
        'live_states USING INDEX sqlite_autoindex_live_states_1 (key=?)',
        'posts USING INTEGER PRIMARY KEY (rowid=?)',
        'live_messages USING INDEX live_messages_live_key (live_key=?)',
      ],
    ],
    [
      'the trades of a token',
      (store) => store.tradeHistories([HISTORY]),
      [
        'trades USING INDEX trades_token (collection=? AND token_id=? AND at>?)',
        'live_states USING INDEX sqlite_autoindex_live_states_1 (key>? AND key<?)',
      ],
    ],
    [
      'the sales of a token',
      (store) => store.salesOfToken(HISTORY.collection, HISTORY.tokenId),
      ['trades USING INDEX trades_token (collection=? AND token_id=?)'],
    ],
    [
      'the trades of a collection',
      (store) => store.recentTrades([HISTORY.collection], 10),
      ['trades USING INDEX trades_collection (collection=?)'],
    ],
    [
      'the sales of a collection in a period',
      (store) => store.salesBetween({ collections: [HISTORY.collection], from: 5, to: 9 }),
      ['trades USING INDEX trades_collection (collection=? AND at>? AND at<?)'],
    ],
    [
      'the burns of a period',
      (store) => store.burnedBetween({ collections: null, from: 5, to: 9 }),
      ['burns USING INDEX burns_at (at>? AND at<?)'],
    ],
    [
      'rows that have expired',
      pruneAll,
      [
        'deliveries USING INTEGER PRIMARY KEY (rowid>?)',
        'posts USING INTEGER PRIMARY KEY (rowid>?)',
        'alerts USING INTEGER PRIMARY KEY (rowid>?)',
        'live_states USING INTEGER PRIMARY KEY (rowid>?)',
        'seen_keys USING INTEGER PRIMARY KEY (rowid>?)',
        'trades USING INTEGER PRIMARY KEY (rowid>?)',
        'deliveries USING COVERING INDEX deliveries_post (post_id=?)',
        'deliveries USING COVERING INDEX sqlite_autoindex_deliveries_1 (alert_id=?)',
        'newer USING COVERING INDEX trades_token (collection=? AND token_id=?)',
      ],
    ],
    [
      'what is kept of a server',
      (store) => store.eraseGuild(ruleFor(SALES).guildId),
      [
        'deliveries USING INDEX deliveries_pinging (channel_id=?)',
        'posts USING INDEX posts_pinging (channel_id=?)',
        'posts USING INDEX posts_stale (channel_id=? AND stale_since>?)',
        'live_messages USING COVERING INDEX live_messages_channel (channel_id=?)',
      ],
    ],
  ])('%s', async (_what, call, expected) => {
    const plans = await plansOf(call, (db, statements) =>
      [...statements].filter((source) => IS_QUERY.test(source)).flatMap((source) => planOf(db, source)),
    );
    const found = new Set(plans.map((detail) => detail.replace(/^(?:SEARCH|SCAN) /, '')));
    expect(expected.filter((detail) => !found.has(detail))).toEqual([]);
  });

  it('a message that begins among a hundred thousand that wait, by the ids of its alerts', async () => {
    const plans = await plansOf(sendOne, (db, statements) =>
      [...statements]
        .filter((source) => source.includes(`"state" = 'posting', "post_id"`))
        .flatMap((source) => planOf(db, source)),
    );
    expect(plans[0]).toBe('SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)');
  });
});
