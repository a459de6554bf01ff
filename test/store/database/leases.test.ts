import { expect, it } from 'vitest';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { createLeaseStore, fencedBy, type Lease } from '#src/store/leases.ts';
import { createStore } from '#src/store/open.ts';
import { createProcessStore } from '#src/store/processes.ts';
import { describePostgres } from './each-database.ts';

const LIFE_MS = 10_000;

describePostgres('a lease', (kind) => {
  async function opened() {
    const held = new AsyncDisposableStack();
    const place = held.use(await kind.create());
    const clock = { now: 1_000 };
    const database = held.use(await place.open({ now: () => clock.now }));
    return {
      clock,
      database,
      leases: createLeaseStore(database),
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  }

  it('is taken by one process at a time', async () => {
    await using given = await opened();
    const { leases } = given;
    expect(await leases.take('sender', 'a', LIFE_MS)).toEqual({
      role: 'sender',
      holder: 'a',
      fence: 1,
    });
    expect(await leases.take('sender', 'b', LIFE_MS)).toBeNull();
    expect(await leases.take('sender', 'a', LIFE_MS)).toBeNull();
    expect(await leases.take('poller', 'b', LIFE_MS)).toMatchObject({ role: 'poller', fence: 1 });
  });

  it('is renewed together with all others of its process', async () => {
    await using given = await opened();
    const { leases, clock } = given;
    for (const role of ['sender', 'poller']) await leases.take(role, 'a', LIFE_MS);
    await leases.take('housekeeper', 'b', LIFE_MS);
    clock.now += 3_000;
    expect(await leases.renew('a', ['sender', 'poller', 'housekeeper', 'other'], LIFE_MS)).toEqual([
      { role: 'poller', holder: 'a', fence: 1 },
      { role: 'sender', holder: 'a', fence: 1 },
    ]);
    expect(await leases.all()).toEqual([
      { role: 'housekeeper', holder: 'b', fence: 1, takenAt: 1_000, expiresAt: 11_000, isExpired: false },
      { role: 'poller', holder: 'a', fence: 1, takenAt: 1_000, expiresAt: 14_000, isExpired: false },
      { role: 'sender', holder: 'a', fence: 1, takenAt: 1_000, expiresAt: 14_000, isExpired: false },
    ]);
    clock.now = 11_000;
    expect(await leases.take('sender', 'b', LIFE_MS)).toBeNull();
    expect(await leases.take('housekeeper', 'a', LIFE_MS)).toMatchObject({ fence: 2 });
  });

  it('is lost when it has expired, taken or not', async () => {
    await using given = await opened();
    const { leases, clock } = given;
    await leases.take('sender', 'a', LIFE_MS);
    clock.now += LIFE_MS;
    expect(await leases.renew('a', ['sender'], LIFE_MS)).toEqual([]);
    expect(await leases.take('sender', 'b', LIFE_MS)).toMatchObject({ holder: 'b', fence: 2 });
    expect(await leases.renew('a', ['sender'], LIFE_MS)).toEqual([]);
  });

  it('has a higher number with every holder, also with one that had it before', async () => {
    await using given = await opened();
    const { leases } = given;
    for (const [fence, holder] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'a'],
    ] as const) {
      const lease = await leases.take('sender', holder, LIFE_MS);
      expect(lease).toMatchObject({ fence });
      if (lease !== null) await leases.giveUp(lease);
    }
  });

  it('is given up by its holder alone', async () => {
    await using given = await opened();
    const { leases } = given;
    const first = await leases.take('sender', 'a', LIFE_MS);
    if (first === null) throw new Error('Nobody else has it.');
    await leases.giveUp(first);
    await leases.take('sender', 'b', LIFE_MS);
    // The answer to the first was lost, and it is sent again.
    await leases.giveUp(first);
    expect(await leases.readLeases(['sender', 'poller'])).toMatchObject({ free: ['poller'] });
  });

  it('is free until it is taken, and again when it has expired', async () => {
    await using given = await opened();
    const { leases, clock } = given;
    const roles = ['sender', 'poller'];
    expect(await leases.readLeases(roles)).toEqual({ free: roles, nextEndInMs: null, changeVersion: 0 });
    await leases.take('sender', 'a', LIFE_MS);
    clock.now += 4_000;
    expect(await leases.readLeases(roles)).toEqual({
      free: ['poller'],
      nextEndInMs: 6_000,
      changeVersion: 0,
    });
    await leases.take('poller', 'a', LIFE_MS);
    expect(await leases.readLeases(roles)).toMatchObject({ free: [], nextEndInMs: 6_000 });
    clock.now += 6_000;
    expect(await leases.readLeases(roles)).toMatchObject({ free: ['sender'], nextEndInMs: 4_000 });
  });

  it('is looked at together with what changed', async () => {
    await using given = await opened();
    const { leases, database } = given;
    await createStore(database).saveGuildSettings('1', DEFAULT_GUILD_SETTINGS);
    expect((await leases.readLeases([])).changeVersion).toBe(1);
    await createStore(database).saveGuildSettings('2', DEFAULT_GUILD_SETTINGS);
    expect(await leases.readLeases(['sender'])).toEqual({
      free: ['sender'],
      nextEndInMs: null,
      changeVersion: 2,
    });
  });

  it('shows with its renewal that its process runs', async () => {
    await using given = await opened();
    const { leases, database, clock } = given;
    const processes = createProcessStore(database);
    for (const id of ['a', 'b']) await processes.join({ id, name: id, version: '1', roles: [] });
    await leases.take('sender', 'a', LIFE_MS);
    clock.now += 3_000;
    await leases.renew('a', ['sender'], LIFE_MS);
    expect(await processes.seenWithin(2_000)).toMatchObject([{ id: 'a', seenAt: 4_000 }]);
    await processes.beSeen('b');
    expect(await processes.seenWithin(2_000)).toHaveLength(2);
  });

  it('fences all transactions of a store, and tells its holder that it was lost', async () => {
    await using given = await opened();
    const { leases, database, clock } = given;
    const lease = await leases.take('poller', 'a', LIFE_MS);
    if (lease === null) throw new Error('Nobody else has it.');
    let lost = 0;
    const store = createStore(
      fencedBy(lease, database, () => {
        lost += 1;
      }),
    );
    await store.saveGuildSettings('1', DEFAULT_GUILD_SETTINGS);
    clock.now += LIFE_MS;
    await leases.take('poller', 'b', LIFE_MS);
    await expect(store.saveGuildSettings('1', null)).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(lost).toBe(1);
    expect((await store.allGuildSettings()).size).toBe(1);
  });

  it('lets its holder write, and nobody else', async () => {
    await using given = await opened();
    const { leases, database, clock } = given;
    const write = (lease: Lease, key: string) =>
      fencedBy(lease, database).transaction('write', async (transaction) => {
        await transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute();
      });
    const first = await leases.take('sender', 'a', LIFE_MS);
    if (first === null) throw new Error('Nobody else has it.');
    await write(first, 'by a');
    clock.now += LIFE_MS;
    // Nobody took it over, so nothing was written meanwhile.
    await write(first, 'late, by a');
    const second = await leases.take('sender', 'b', LIFE_MS);
    if (second === null) throw new Error('It has expired.');
    await expect(write(first, 'too late, by a')).rejects.toMatchObject({ code: 'LEASE_LOST' });
    await expect(write({ ...second, holder: 'c' }, 'by c')).rejects.toMatchObject({ code: 'LEASE_LOST' });
    await write(second, 'by b');
    const keys = await database.read('keys', (queries) =>
      queries.selectFrom('seenKeys').select('key').orderBy('id').execute(),
    );
    expect(keys.map(({ key }) => key)).toEqual(['by a', 'late, by a', 'by b']);
  });
});
