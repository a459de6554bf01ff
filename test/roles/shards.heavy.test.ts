import { describe, expect, it } from 'vitest';
import { startTcpProxy } from '../../sandbox/cluster/tcp-proxy.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { testPostgres } from '../support/postgres/test-database.ts';
import { type ShardProcess, shardsOf, startShardProcess, startTraffic } from './shard-processes.ts';

/** Long enough that a busy machine does not lose leases by itself. */
const LIFE_MS = 6_000;
/** Discord waits for 3 s; here a command counts as missed only if nobody answers it, however busy the machine is. */
const ACKNOWLEDGE_WITHIN_MS = 20_000;
const WAIT = { timeout: 30_000, interval: 20 };
/** Who took a shard for a process that was busy keeps it for a minute. */
const EVENLY = { ...WAIT, timeout: 90_000 };

const postgres = await testPostgres();

/** Two servers on each of four shards. */
async function createServers({ discord, ownerId, applicationId, guildId, channelId }: TestWorld) {
  const servers = [{ guildId, channelId }];
  const perShard = [0, 0, 0, 0];
  while (perShard.some((count) => count < 2)) {
    // The shard follows from the time in the id.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const id = discord.createGuild({ name: `Server ${servers.length}`, ownerId }).id;
    const shard = Number((BigInt(id) >> 22n) % 4n);
    perShard[shard] = (perShard[shard] ?? 0) + 1;
    const channel = discord.createChannel({ guildId: id, name: 'sales' }).id;
    discord.installBot({ guildId: id, applicationId, permissions: 8n });
    servers.push({ guildId: id, channelId: channel });
  }
  return servers;
}

/** As Discord has it. */
const IDENTIFY_INTERVAL_MS = 5_000;

async function startWorld(maxConcurrency: number) {
  const world = await startTestWorld({ acknowledgeWithinMs: ACKNOWLEDGE_WITHIN_MS });
  Object.assign(world.discord.gateway.settings, {
    maxConcurrency,
    identifyIntervalMs: IDENTIFY_INTERVAL_MS,
    recommendedShards: 4,
  });
  const servers = await createServers(world);
  await world.call('PUT', `/applications/${world.applicationId}/commands`, [
    { name: 'status', description: 'Status' },
  ]);
  return { world, servers };
}

const counts = (processes: readonly ShardProcess[]) => processes.map((one) => shardsOf(one).length);

describe.skipIf(postgres.missing !== null)('the shards of two processes', () => {
  it('move until both have as many, are taken over from a killed process, and handed over by one that stops', async () => {
    const { world, servers } = await startWorld(4);
    await using _world = world;
    await using database = await postgres.createDatabase();
    const { gateway } = world.discord;
    const start = (name: string) =>
      startShardProcess(name, { database, world, lifeMs: LIFE_MS, shards: 'auto' });

    await using first = start('a');
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/4', '1/4', '2/4', '3/4']);
    await expect.poll(() => first.log.some(({ msg }) => msg === 'started'), WAIT).toBe(true);
    expect([gateway.identifies(), counts([first])]).toEqual([4, [4]]);
    await using traffic = startTraffic(world, servers, 1_000);

    await using second = start('b');
    await expect.poll(() => counts([first, second]), EVENLY).toEqual([2, 2]);
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/4', '1/4', '2/4', '3/4']);
    // What was moved goes on with its session and its servers.
    await expect.poll(() => gateway.resumes(), WAIT).toBeGreaterThanOrEqual(2);
    await expect
      .poll(() => [...traffic.answers.values()].filter((answer) => answer.startsWith('b ')).length, WAIT)
      .toBeGreaterThanOrEqual(4);
    expect([...traffic.answers.values()].filter((answer) => answer.endsWith('unknown'))).toEqual([]);
    const moves = first.log.filter(({ msg }) => msg === 'shard released').map(({ ms }) => ms);
    const missedInMoves = traffic.missed.length;

    const killedAt = Date.now();
    await first.stop('SIGKILL');
    await expect.poll(() => counts([second]), WAIT).toEqual([4]);
    await expect.poll(() => gateway.resumes(), WAIT).toBeGreaterThanOrEqual(4);
    const takeoverMs = Date.now() - killedAt;

    await using third = start('c');
    await expect.poll(() => counts([second, third]), EVENLY).toEqual([2, 2]);
    await expect.poll(() => gateway.resumes(), WAIT).toBeGreaterThanOrEqual(6);
    const stoppedAt = Date.now();
    const stopped = second.stop('SIGTERM');
    await expect.poll(() => gateway.resumes(), WAIT).toBeGreaterThanOrEqual(8);
    const handoverMs = Date.now() - stoppedAt;
    await stopped;
    expect(counts([third])).toEqual([4]);
    // Without waiting for the end of a lease.
    expect(handoverMs).toBeLessThan(LIFE_MS);

    await expect
      .poll(
        () =>
          [...traffic.answers.values()].every(
            (answer) => answer.startsWith('c Server') || answer.startsWith('c Collectors'),
          ),
        WAIT,
      )
      .toBe(true);
    await new Promise((resolve) => setTimeout(resolve, ACKNOWLEDGE_WITHIN_MS + 500));
    const missed = traffic.missed.map((at) => at - killedAt);
    // What the killed process had received, and what was over when it was received.
    expect(missedInMoves).toBe(0);
    expect(missed.every((at) => at > -1_000 && at < takeoverMs)).toBe(true);
    expect([gateway.identifies(), gateway.refusedIdentifies()]).toEqual([4, 0]);
    process.stdout.write(
      `${JSON.stringify({
        figure: 'shards',
        lifeMs: LIFE_MS,
        movesMs: moves,
        takeoverMs,
        handoverMs,
        identifies: gateway.identifies(),
        resumes: gateway.resumes(),
        commands: traffic.sent,
        missedInMoves,
        missed: traffic.missed.length,
      })}\n`,
    );
  }, 300_000);

  it('identify one after the other, over both processes', async () => {
    const { world } = await startWorld(1);
    await using _world = world;
    await using database = await postgres.createDatabase();
    const { gateway } = world.discord;
    const start = (name: string) => startShardProcess(name, { database, world, lifeMs: LIFE_MS, shards: 4 });
    await using first = start('a');
    await using second = start('b');
    await expect
      .poll(() => gateway.shards(), { ...WAIT, timeout: 60_000 })
      .toEqual(['0/4', '1/4', '2/4', '3/4']);
    await expect.poll(() => counts([first, second]), EVENLY).toEqual([2, 2]);
    expect([gateway.identifies(), gateway.refusedIdentifies()]).toEqual([4, 0]);
  }, 300_000);

  it('are left by a process that cannot reach Discord, and taken back once it can', async () => {
    const { world } = await startWorld(4);
    await using _world = world;
    await using database = await postgres.createDatabase();
    const { gateway, apiUrl } = world.discord;
    const port = Number(new URL(apiUrl).port);
    await using proxy = await startTcpProxy(port);
    const options = { database, world, lifeMs: LIFE_MS, shards: 4 } as const;
    await using cut = startShardProcess('a', {
      ...options,
      apiUrl: apiUrl.replace(`:${port}`, `:${proxy.port}`),
    });
    await using other = startShardProcess('b', options);
    await expect.poll(() => counts([cut, other]), EVENLY).toEqual([2, 2]);
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/4', '1/4', '2/4', '3/4']);
    // What was moved goes on at the address of the process before: now each has one of its own.
    gateway.invalidateSessions(false);
    await expect.poll(() => gateway.identifies(), WAIT).toBe(8);
    await expect.poll(() => gateway.shards(), WAIT).toHaveLength(4);

    proxy.set('refuse');
    await expect.poll(() => gateway.shards(), WAIT).toHaveLength(2);
    // After half a minute without a connection.
    await expect.poll(() => counts([cut, other]), EVENLY).toEqual([0, 4]);
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/4', '1/4', '2/4', '3/4']);
    const left = cut.log.filter(({ msg }) => msg.startsWith('shard not connected;'));
    expect(left).toHaveLength(2);

    proxy.set('pass');
    await expect.poll(() => counts([cut, other]), EVENLY).toEqual([2, 2]);
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/4', '1/4', '2/4', '3/4']);
  }, 240_000);

  it('become more while commands are answered once, and none is missed', async () => {
    const { world, servers } = await startWorld(8);
    await using _world = world;
    await using database = await postgres.createDatabase();
    const { gateway } = world.discord;
    const start = (name: string, shards: number) =>
      startShardProcess(name, { database, world, lifeMs: LIFE_MS, shards });
    await using first = start('a', 2);
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/2', '1/2']);
    await expect.poll(() => first.log.some(({ msg }) => msg === 'started'), WAIT).toBe(true);
    await using traffic = startTraffic(world, servers, 250);

    let most = 0;
    // A poll may miss the moment in which old and new shards are connected.
    using _sampling = setInterval(() => {
      most = Math.max(most, gateway.shards().length);
    }, 1);
    await using second = start('b', 4);
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/4', '1/4', '2/4', '3/4']);
    expect(most).toBe(6);
    await expect.poll(() => counts([first, second]), EVENLY).toEqual([2, 2]);
    await new Promise((resolve) => setTimeout(resolve, ACKNOWLEDGE_WITHIN_MS + 500));

    expect(traffic.missed).toEqual([]);
    expect(traffic.sent).toBeGreaterThan(100);
    // A second response would be refused (40060).
    const refused = [first, second].flatMap(({ log }) => log.filter(({ msg }) => msg === 'not answered'));
    expect(refused).toEqual([]);
    expect(gateway.refusedIdentifies()).toBe(0);
  }, 300_000);

  it('become more when Discord requires it', async () => {
    const { world, servers } = await startWorld(8);
    await using _world = world;
    world.discord.gateway.settings.recommendedShards = 2;
    await using database = await postgres.createDatabase();
    const { gateway } = world.discord;
    const start = (name: string) =>
      startShardProcess(name, { database, world, lifeMs: LIFE_MS, shards: 'auto' });
    await using first = start('a');
    await using second = start('b');
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/2', '1/2']);
    await expect.poll(() => counts([first, second]), EVENLY).toEqual([1, 1]);

    gateway.requireShards(4);
    await expect.poll(() => gateway.shards(), WAIT).toEqual(['0/4', '1/4', '2/4', '3/4']);
    await expect.poll(() => counts([first, second]), EVENLY).toEqual([2, 2]);
    await using traffic = startTraffic(world, servers, 250);
    await expect.poll(() => traffic.answers.size, WAIT).toBe(servers.length);
    expect(traffic.missed).toEqual([]);
  }, 300_000);
});
