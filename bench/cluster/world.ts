import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LocalDiscord, startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import { startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { type LeaseReader, openLeaseReader } from '../../sandbox/postgres/lease-reader.ts';
import { startOwnDatabase } from '../../sandbox/postgres/own-database.ts';
import { type BotChild, startBotChild } from '../../test/support/bot-child.ts';
import { BOT_PERMISSIONS } from '../../test/support/bot-server.ts';
import { startWireProxy } from '../../test/support/postgres/wire-proxy.ts';

/** Into how many shards the connection to Discord is split. */
const SHARDS = 6;
/** Discord docs: Permissions, ADMINISTRATOR. */
const ADMINISTRATOR = 8n;
/** Discord docs: Reference, Snowflakes. */
const DISCORD_EPOCH_MS = 1_420_070_400_000;
/** The marketplace has no events, and a poll is not what is measured. */
const NEVER = '0 0 0 29 2 *';
const ROLES = ['poller', 'sender', 'housekeeper'];

/** A server of the local Discord. */
interface Server {
  readonly guildId: string;
  readonly channelId: string;
}

/** A bot, with a connection to PostgreSQL whose statements are counted. */
export interface ClusterBot {
  readonly child: BotChild;
  readonly pid: number;
  /** How many times it has waited for PostgreSQL so far. */
  roundTrips(): number;
}

/** A Discord of six shards, a durable PostgreSQL and bots that share it, each a process. */
export interface ClusterWorld extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly databaseUrl: string;
  readonly servers: readonly Server[];
  /** Administrators of all servers. */
  readonly userIds: readonly string[];
  /** Resolves once it is ready. */
  start(): Promise<ClusterBot>;
  /** Resolves once one of these bots holds each role and each shard, and each has a part of the shards. */
  untilShared(bots: readonly ClusterBot[]): Promise<void>;
  /** Resolves once other processes than this one hold each role and each shard; to how long it took, ms. */
  untilTakenFrom(bot: ClusterBot): Promise<number>;
}

async function until(isSo: () => Promise<boolean>, what: string, withinMs = 120_000): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - began;
}

/** Who holds what: the process ids by role, only valid leases. */
async function holders(leases: LeaseReader): Promise<ReadonlyMap<string, number | null>> {
  const found = (await leases.read()) ?? [];
  return new Map(found.flatMap(({ role, pid, isValid }) => (isValid ? [[role, pid]] : [])));
}

const WHOLE = [...ROLES, ...Array.from({ length: SHARDS }, (_, id) => `shard:${id}/${SHARDS}`)];

/** @param size servers on each shard, and administrators of all of them */
export async function startClusterWorld(size: {
  readonly serversOfShard: number;
  readonly users: number;
}): Promise<ClusterWorld> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-cluster-bench-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const { url: databaseUrl } = parts.use(await startOwnDatabase('postgres', folder));
  const marketplace = parts.use(await startMarketplace({ salesPerMinute: 0, auctionsPerMinute: 0 }));
  // The shard of a server follows from the time in its id.
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const discord = parts.use(await startLocalDiscord({ now, rateLimits: false }));
  Object.assign(discord.gateway.settings, {
    recommendedShards: SHARDS,
    maxConcurrency: SHARDS,
    identifyIntervalMs: 5_000,
  });
  const { applicationId, token } = discord.createApplication({ name: 'Gavel' });
  const userIds = Array.from({ length: size.users }, (_, n) => discord.createUser({ name: `user ${n}` }).id);
  const [ownerId = ''] = userIds;
  const servers = Array.from({ length: SHARDS * size.serversOfShard }, (_, number): Server => {
    while ((Math.trunc(now()) - DISCORD_EPOCH_MS) % SHARDS !== number % SHARDS) aheadMs += 1;
    const guildId = discord.createGuild({ name: `server ${number}`, ownerId }).id;
    const { id: roleId } = discord.createRole({ guildId, name: 'admins', permissions: ADMINISTRATOR });
    for (const userId of userIds) discord.addMember({ guildId, userId, roleIds: [roleId] });
    const channelId = discord.createChannel({ guildId, name: 'sales' }).id;
    discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
    return { guildId, channelId };
  });
  const leases = parts.use(openLeaseReader(databaseUrl));
  const bots = parts.use(new AsyncDisposableStack());
  const owned = parts.move();

  return {
    discord,
    databaseUrl,
    servers,
    userIds,
    async start() {
      const proxy = bots.use(await startWireProxy(databaseUrl));
      const child = bots.use(
        startBotChild({
          DISCORD_TOKEN: token,
          DISCORD_API_URL: discord.apiUrl,
          MARKETPLACE_URL: marketplace.url,
          DATABASE_URL: proxy.url,
          POLL_SCHEDULE: NEVER,
          LOG_LEVEL: 'info',
          NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
        }),
      );
      await child.log.until('ready');
      if (child.pid === null) throw new Error('The bot has no process id.');
      return { child, pid: child.pid, roundTrips: proxy.roundTrips };
    },
    async untilShared(some) {
      const pids = some.map(({ pid }) => pid);
      await until(async () => {
        const held = await holders(leases);
        const ofShards = new Set(WHOLE.slice(ROLES.length).map((role) => held.get(role)));
        return (
          WHOLE.every((role) => pids.includes(held.get(role) ?? 0)) && pids.every((pid) => ofShards.has(pid))
        );
      }, 'the roles are not shared');
    },
    untilTakenFrom: ({ pid }) =>
      until(async () => {
        const held = await holders(leases);
        return WHOLE.every((role) => held.has(role) && held.get(role) !== pid);
      }, 'a role is not taken over'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
