import { expect, it } from 'vitest';
import type { Database } from '#src/store/database/database.ts';
import { createLeaseStore, fencedBy } from '#src/store/leases.ts';
import { createStore } from '#src/store/open.ts';
import { interceptDatabase } from '../../support/database-edge.ts';
import { gateAt } from '../../support/gate.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { ingestionOf, SALES, salesFor, waitingKeys } from '../samples.ts';
import { type DatabaseKind, describePostgres } from './each-database.ts';

/** Two processes on one database. */
async function openTwo(kind: DatabaseKind, now?: () => number) {
  const held = new AsyncDisposableStack();
  const place = held.use(await kind.create());
  const options = now === undefined ? {} : { now };
  const one = held.use(await place.open(options));
  const other = held.use(await place.open(options));
  return { url: place.url, one, other, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Waits until a transaction waits for another one. */
async function someoneWaits(url: string): Promise<void> {
  await expect
    .poll(() =>
      adminQuery(
        url,
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .not.toEqual([]);
}

describePostgres('two processes on PostgreSQL', (kind) => {
  it('queue deliveries in the order in which they appear, though the first is committed late', async () => {
    await using given = await openTwo(kind);
    const gate = gateAt('commit');
    using _edge = interceptDatabase(given.url, gate.edge);
    const [one, other] = [createStore(given.one), createStore(given.other)];
    const first = one.ingest(ingestionOf(salesFor(['first'], SALES)));
    await gate.reached;
    const second = other.ingest(ingestionOf(salesFor(['second'], SALES)));
    await someoneWaits(given.url);
    expect(await waitingKeys(other, SALES)).toEqual([]);
    gate.open();
    expect(await Promise.all([first, second])).toEqual([[SALES], [SALES]]);
    expect(await waitingKeys(other, SALES)).toEqual(['first', 'second']);
  });

  it('ingest one event once', async () => {
    await using given = await openTwo(kind);
    const gate = gateAt('commit');
    using _edge = interceptDatabase(given.url, gate.edge);
    const [one, other] = [createStore(given.one), createStore(given.other)];
    const batch = ingestionOf(salesFor(['event'], SALES), { seen: ['id:1'] });
    const first = one.ingest(batch);
    await gate.reached;
    const second = other.ingest(batch);
    await someoneWaits(given.url);
    gate.open();
    expect(await Promise.all([first, second])).toEqual([[SALES], []]);
    expect(await waitingKeys(one, SALES)).toEqual(['event']);
  });

  it('begin one message in a queue', async () => {
    await using given = await openTwo(kind);
    const [one, other] = [createStore(given.one), createStore(given.other)];
    await one.ingest(ingestionOf(salesFor(['a'], SALES)));
    const { pending } = await other.channelWork(SALES, 1);
    const post = {
      channelId: SALES,
      deliveryIds: pending.map(({ id }) => id),
      nonce: 'n',
      at: 1,
      layout: 'card',
      pingRoleIds: [],
    } as const;
    const both = await Promise.allSettled([one.startPost(post), other.startPost(post)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('wait with a takeover until what the earlier holder writes is committed', async () => {
    const clock = { now: 1_000 };
    await using given = await openTwo(kind, () => clock.now);
    const [mine, theirs] = [createLeaseStore(given.one), createLeaseStore(given.other)];
    const lease = await mine.take('sender', 'one', 10_000);
    if (lease === null) throw new Error('Nobody else has it.');
    const write = (database: Database, key: string) =>
      fencedBy(lease, database).transaction('fenced write', async (transaction) => {
        await transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute();
      });
    const gate = gateAt('commit');
    using _edge = interceptDatabase(given.url, gate.edge);
    const writing = write(given.one, 'in time');
    await gate.reached;
    // A renewal does not wait for it.
    expect(await mine.renew('one', ['sender'], 10_000)).toHaveLength(1);
    clock.now += 20_000;
    let isTaken = false;
    const taking = theirs.take('sender', 'other', 10_000).then((taken) => {
      isTaken = true;
      return taken;
    });
    await someoneWaits(given.url);
    expect(isTaken).toBe(false);
    gate.open();
    await writing;
    expect(await taking).toMatchObject({ holder: 'other', fence: 2 });
    await expect(write(given.one, 'too late')).rejects.toMatchObject({ code: 'LEASE_LOST' });
    const keys = await given.other.read('keys', (queries) =>
      queries.selectFrom('seenKeys').select('key').execute(),
    );
    expect(keys).toEqual([{ key: 'in time' }]);
  });
});
