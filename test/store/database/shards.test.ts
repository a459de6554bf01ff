import { expect, it } from 'vitest';
import { createLeaseStore, type Lease } from '#src/store/leases.ts';
import { createShardStore, type SavedGuild } from '#src/store/shards.ts';
import { describeEachDatabase } from './each-database.ts';

const LIFE_MS = 10_000;
const KEY = { id: 1, count: 4 };

const guild = (guildId: string, ...bytes: number[]): SavedGuild => ({
  guildId,
  isAvailable: bytes.length > 0,
  packed: bytes.length > 0 ? Uint8Array.from(bytes) : null,
});

describeEachDatabase('the shards', (kind) => {
  async function opened() {
    const held = new AsyncDisposableStack();
    const session = held.use(await kind.create());
    const clock = { now: 1_000_000 };
    const database = held.use(await session.open({ now: () => clock.now }));
    const leases = createLeaseStore(database);
    const taken = async (role: string, holder: string): Promise<Lease> => {
      const lease = await leases.take(role, holder, LIFE_MS);
      if (lease === null) throw new Error(`${role} is held.`);
      return lease;
    };
    return {
      clock,
      database,
      taken,
      shards: createShardStore(database),
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  }

  it('are shown with their holders, and the processes that may hold some', async () => {
    await using given = await opened();
    const { shards, database, taken, clock } = given;
    const addProcess = (id: string, roles: readonly string[], seenAt: number) =>
      database.transaction('addProcess', (transaction) =>
        transaction
          .insertInto('processes')
          .values({ id, name: id, version: '1', roles: JSON.stringify(roles), startedAt: 1, seenAt })
          .execute(),
      );
    expect(await shards.shardBoard(LIFE_MS)).toEqual({
      plan: null,
      holders: new Map(),
      processes: [],
      saved: new Set(),
    });
    await taken('shard:0/4', 'gone');
    clock.now += LIFE_MS;
    const lease = await taken('shard:1/4', 'a');
    await taken('sender', 'a');
    await addProcess('a', ['poller', 'shards'], clock.now);
    await addProcess('b', ['commands'], clock.now);
    await addProcess('c', ['shards'], clock.now - LIFE_MS);
    await shards.planShards(null, { shardCount: 4, nextShardCount: null });
    await shards.saveShard(KEY, lease, { session: '{}', isWhole: true, guilds: [], removedGuildIds: [] });
    clock.now += 700;
    expect(await shards.shardBoard(LIFE_MS)).toEqual({
      plan: { shardCount: 4, nextShardCount: null, ageMs: 700 },
      holders: new Map([['shard:1/4', 'a']]),
      processes: ['a'],
      saved: new Set(['shard:1/4']),
    });
  });

  it('are planned by one process: the plan is changed only where it is as it was read', async () => {
    await using given = await opened();
    const { shards } = given;
    const plan = { shardCount: 2, nextShardCount: null };
    expect(await shards.planShards(null, plan)).toBe(true);
    expect(await shards.planShards(null, { shardCount: 3, nextShardCount: null })).toBe(false);
    const changing = { shardCount: 2, nextShardCount: 4 };
    expect(await shards.planShards(plan, changing)).toBe(true);
    expect(await shards.planShards(plan, { shardCount: 2, nextShardCount: 8 })).toBe(false);
    expect(await shards.planShards(changing, { shardCount: 4, nextShardCount: null })).toBe(true);
    expect((await shards.shardBoard(LIFE_MS)).plan).toMatchObject({ shardCount: 4, nextShardCount: null });
  });

  it('are loaded as they were saved last', async () => {
    await using given = await opened();
    const { shards, taken } = given;
    const lease = await taken('shard:1/4', 'a');
    expect(await shards.loadShard(KEY)).toBeNull();
    const many = Array.from({ length: 450 }, (_, at) => guild(String(1_000 + at), at % 256));
    await shards.saveShard(KEY, lease, {
      session: '1',
      isWhole: true,
      guilds: [...many, guild('7')],
      removedGuildIds: [],
    });
    await shards.saveShard(KEY, lease, {
      session: '2',
      isWhole: false,
      guilds: [guild('7', 255, 0, 1)],
      removedGuildIds: many.slice(1).map(({ guildId }) => guildId),
    });
    expect(await shards.loadShard(KEY)).toEqual({
      session: '2',
      guilds: [guild('1000', 0), guild('7', 255, 0, 1)],
    });
    expect(await shards.loadShard({ id: 0, count: 4 })).toBeNull();
  });

  it('have no session while a new session has none', async () => {
    await using given = await opened();
    const { shards, taken } = given;
    const lease = await taken('shard:1/4', 'a');
    const change = { isWhole: true, guilds: [guild('7', 1)], removedGuildIds: [] };
    await shards.saveShard(KEY, lease, { ...change, session: '1' });
    await shards.saveShard(KEY, lease, { ...change, session: null });
    expect(await shards.loadShard(KEY)).toBeNull();
  });

  it('are saved by their holder only', async () => {
    await using given = await opened();
    const { shards, taken, clock } = given;
    const lease = await taken('shard:1/4', 'a');
    const change = { isWhole: false, guilds: [], removedGuildIds: [] };
    await shards.saveShard(KEY, lease, { ...change, session: '1' });
    clock.now += LIFE_MS;
    await taken('shard:1/4', 'b');
    await expect(shards.saveShard(KEY, lease, { ...change, session: '2' })).rejects.toMatchObject({
      code: 'LEASE_LOST',
    });
    expect((await shards.loadShard(KEY))?.session).toBe('1');
  });

  it('of other numbers of shards are forgotten', async () => {
    await using given = await opened();
    const { shards, taken } = given;
    const lease = await taken('shard:1/4', 'a');
    const change = { session: '1', isWhole: true, guilds: [guild('7', 1)], removedGuildIds: [] };
    await shards.saveShard(KEY, lease, change);
    await shards.removeOtherShards([4, 8]);
    expect((await shards.loadShard(KEY))?.guilds).toHaveLength(1);
    await shards.removeOtherShards([8]);
    expect(await shards.loadShard(KEY)).toBeNull();
  });

  it('handle an interaction once', async () => {
    await using given = await opened();
    const { shards, clock } = given;
    const claims = await Promise.all([shards.claimInteraction('1'), shards.claimInteraction('1')]);
    expect(claims.toSorted()).toEqual([false, true]);
    expect(await shards.claimInteraction('2')).toBe(true);
    clock.now += 16 * 60_000;
    expect(await shards.claimInteraction('3')).toBe(true);
    expect(await shards.claimInteraction('1')).toBe(true);
  });
});
