import { expect, it } from 'vitest';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import type { Store } from '#src/store/open.ts';
import { createStore } from '#src/store/open.ts';

import { sales } from '../../support/build-activity.ts';
import { startWireProxy } from '../../support/postgres/wire-proxy.ts';
import { silentLog } from '../../support/silent-log.ts';
import { GENERAL, ingestionOf, ruleFor, sale, to } from '../samples.ts';
import { type DatabaseKind, describePostgres } from './each-database.ts';

interface Counted extends AsyncDisposable {
  readonly store: Omit<Store, keyof AsyncDisposable>;
  /** How many round trips the work takes, once its connection exists. */
  count(work: () => Promise<unknown>): Promise<number>;
}

async function countedStore(kind: DatabaseKind): Promise<Counted> {
  await using parts = new AsyncDisposableStack();
  const place = parts.use(await kind.create());
  const proxy = parts.use(await startWireProxy(place.url));
  const database = parts.use(await openPostgresDatabase({ databaseUrl: proxy.url, log: silentLog }));
  const owned = parts.move();
  return {
    store: createStore(database),
    async count(work) {
      const before = proxy.roundTrips();
      await work();
      return proxy.roundTrips() - before;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describePostgres('the round trips to the server', (kind) => {
  it('are few for many new records, alerts and trades', async () => {
    await using counted = await countedStore(kind);
    const { store, count } = counted;
    await store.addSubscription(ruleFor(GENERAL));
    const records = sales(1_000).map((activity) => ({ activity, alertKey: null, occurredAt: 1_000 }));
    const alerts = numbers(400).map((number) => ({ alert: sale(`sale:${number}`), channels: [to(GENERAL)] }));
    const roundTrips = await count(() =>
      store.ingest(ingestionOf(alerts, { records, seen: records.flatMap(({ activity }) => activity.keys) })),
    );
    expect(roundTrips).toBeLessThan(60);
    expect((await store.channelWork(GENERAL, 1_000)).pending).toHaveLength(400);
  });

  it('are eleven for a message: one to read its queue, four to begin it, six to settle it', async () => {
    await using counted = await countedStore(kind);
    const { store, count } = counted;
    await store.addSubscription(ruleFor(GENERAL));
    await store.ingest(ingestionOf([{ alert: sale('a'), channels: [to(GENERAL)] }]));
    const ids: number[] = [];
    const toRead = await count(async () => {
      const { pending } = await store.channelWork(GENERAL, 10);
      ids.push(...pending.map(({ id }) => id));
    });
    const posts: number[] = [];
    const post = { channelId: GENERAL, nonce: 'n', at: 1, layout: 'card', pingRoleIds: [] } as const;
    const toBegin = await count(async () => {
      posts.push((await store.startPost({ ...post, deliveryIds: ids })).id);
    });
    const toSettle = await count(async () => {
      for (const id of posts) await store.markSent(id, { messageId: 'm', at: 2, publish: false });
    });
    expect({ toRead, toBegin, toSettle }).toEqual({ toRead: 1, toBegin: 4, toSettle: 6 });
  });
});
