import pg from 'pg';
import { expect, it } from 'vitest';
import type { Store } from '#src/store/open.ts';
import { createStore } from '#src/store/open.ts';

import { begin, GENERAL, ingestionOf, ruleFor, salesFor } from '../samples.ts';
import { type DatabaseKind, describePostgres } from './each-database.ts';

type OpenStore = Omit<Store, keyof AsyncDisposable>;

const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once a connection to the database waits for a lock. */
async function untilBlocked(client: pg.Client): Promise<void> {
  for (let count = 0; count === 0; ) {
    const { rows } = await client.query<{ count: number }>(WAITING);
    count = rows[0]?.count ?? 0;
  }
}

/**
 * Whether the transaction locks the post before the queue of its channel. Another connection holds the queue meanwhile, and tries
 * to get the post while the transaction waits.
 */
async function locksPostFirst(
  kind: DatabaseKind,
  transaction: (store: OpenStore, postId: number) => Promise<unknown>,
): Promise<boolean> {
  await using place = await kind.create();
  await using database = await place.open();
  const store = createStore(database);
  await store.addSubscription(ruleFor(GENERAL));
  await store.ingest(ingestionOf(salesFor(['a'], GENERAL)));
  const { id } = await begin(store, GENERAL);
  const other = new pg.Client({ connectionString: place.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select 1 from channel_queues where channel_id = $1 for no key update', [GENERAL]);
    const running = transaction(store, id);
    await untilBlocked(other);
    const { rowCount } = await other.query(
      'select 1 from posts where id = $1 for no key update skip locked',
      [id],
    );
    await other.query('rollback');
    await running;
    return rowCount === 0;
  } finally {
    await other.end();
  }
}

const SENT = { messageId: 'm', at: 1, publish: false };

/** Those that change the queue as well. */
const TRANSACTIONS: Readonly<Record<string, (store: OpenStore, postId: number) => Promise<unknown>>> = {
  markSent: (store, postId) => store.markSent(postId, SENT),
  markAmbiguous: (store, postId) => store.markAmbiguous(postId, { notBefore: 5 }),
  release: (store, postId) => store.release(postId, { notBefore: 5, alone: true }),
  holdPost: (store, postId) => store.holdPost(postId, 'crowded'),
};

describePostgres('a transaction about a message', (kind) => {
  it.each(Object.entries(TRANSACTIONS))(
    'locks the queue before the post, so that no two wait for each other: %s',
    async (_name, transaction) => {
      expect(await locksPostFirst(kind, transaction)).toBe(false);
    },
  );
});
