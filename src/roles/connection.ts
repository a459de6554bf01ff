import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { Config } from '#src/config.ts';
import { TOO_FEW_SHARDS } from '#src/discord/gateway/close-codes.ts';
import {
  type BotIdentity,
  createGateway,
  type Gateway,
  type GatewayEvent,
} from '#src/discord/gateway/gateway.ts';
import type { Patience } from '#src/discord/gateway/gateway-information.ts';
import { createIdentifyThrottler } from '#src/discord/gateway/identify-throttler.ts';
import { readOwnIdentity } from '#src/discord/gateway/own-identity.ts';
import type { RunningShard } from '#src/discord/gateway/running-shard.ts';
import { holdersOf } from '#src/discord/gateway/shard-plan.ts';
import type { GuildChange, MutableGuilds } from '#src/discord/guilds/guilds.ts';
import type { Database } from '#src/store/database/database.ts';
import { createIdentifyStore } from '#src/store/identify.ts';
import { holdsGuild } from '#src/store/model/shard-key.ts';
import { shardReportJson } from '#src/store/role-reports.ts';
import { createShardStore } from '#src/store/shards.ts';
import type { HeldShard } from './fenced-facts.ts';
import type { HeldRole } from './held-role.ts';
import type { RoleRunner } from './role-runner.ts';
import type { RoleStores } from './role-stores.ts';
import { createShardRole, type ShardRole } from './shards.ts';

/** The connection of a process to Discord's gateway: with all shards, some or none. */
export interface Connection extends AsyncDisposable {
  readonly gateway: Gateway;
  /**
   * Connects, and resolves when the shards of this process have received their servers. Retries as long as Discord does
   * not answer.
   * @param onAccepted called once Discord has accepted the bot, which may be long before that
   * @throws GavelError DISCORD_UNAUTHORIZED if the token is refused; the signal's reason when it aborts
   */
  start(patience: Patience, onAccepted: (bot: BotIdentity) => void): Promise<BotIdentity>;
  /** Handles an interaction from the endpoint, once among all processes that may receive it. */
  handleOnce(payload: unknown, handle: (payload: unknown) => void): void;
  /** Checks for shards that other processes gave up. */
  check(): void;
  /** Returns whether the server belongs to a shard that is connected here. */
  knows(guildId: string): boolean;
  /** Returns the server's shard if this process holds its lease. */
  shardOf(guildId: string): HeldShard | null;
}

interface ConnectionOptions {
  readonly config: Pick<Config, 'discordToken' | 'shards' | 'leaseMs' | 'roles'>;
  readonly rest: REST;
  readonly guilds: MutableGuilds;
  /** Called with an interaction, once the servers of its shard were received. */
  readonly onInteraction: (payload: unknown) => void;
  readonly onGuildChange: (guildId: string, change: GuildChange, event: string) => void;
  readonly onConnection: (event: GatewayEvent) => void;
  readonly onFatal: (error: GavelError) => void;
  /** Called when a newly taken shard has received its servers. */
  readonly onShardReady: () => void;
  readonly log: Logger;
}

/** Smaller changes of a latency are not reported. */
const MIN_LATENCY_CHANGE_MS = 50;

/** Connects all shards in this process. */
export function connectAlone({ config, ...options }: ConnectionOptions): Connection {
  const gateway = createGateway({ ...options, token: config.discordToken, shardCount: config.shards });
  return {
    gateway,
    start: (patience) => gateway.connect(patience),
    // The endpoint itself knows which interactions this process received.
    handleOnce: (payload, handle) => handle(payload),
    check: () => undefined,
    knows: () => true,
    shardOf: () => null,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** Returns the latency to report. It changes with every heartbeat, and each report is a transaction. */
function reportedLatency(now: number | null, reported: number | null): number | null {
  if (now === null || reported === null) return now;
  return Math.abs(now - reported) > Math.max(MIN_LATENCY_CHANGE_MS, reported / 2) ? now : reported;
}

const SHARD_ROLE = /^shard:(\d+)\/(\d+)$/;

/**
 * Connects this process's part of the shards that all processes share. Dispose of it before the runner.
 * @param options.self the holder of its leases; `discordNow`: Discord's time, epoch ms
 */
export function connectTogether({
  config,
  database,
  stores,
  runner,
  self,
  clock,
  discordNow,
  ...options
}: ConnectionOptions & {
  readonly database: Database;
  readonly stores: Pick<RoleStores, 'report'>;
  readonly runner: RoleRunner;
  readonly self: string;
  readonly clock: Clock;
  readonly discordNow: () => number;
}): Connection {
  const { rest, guilds, log } = options;
  const store = { ...createShardStore(database), ...createIdentifyStore(database) };
  const mayHoldShards = config.roles.includes('shards');
  let maxConcurrency = 1;
  const gateway = createGateway({
    ...options,
    token: config.discordToken,
    shardCount: config.shards,
    onInteraction: (_payload, received): void => shards.receive(received, options.onInteraction),
    identifyThrottler: createIdentifyThrottler({ store, maxConcurrency: () => maxConcurrency, clock, log }),
    isHeldByOthers(): boolean {
      if (!mayHoldShards) return true;
      const board = shards.board();
      return (
        board?.plan !== null &&
        board !== null &&
        holdersOf(board, board.plan.shardCount).every((holder) => holder !== null)
      );
    },
    onShardingRequired: (key): boolean => shards.requireMore(key),
  });
  /** Reports the state of a shard to other processes. */
  function reportShard(shard: RunningShard, held: HeldRole): void {
    let latencyMs: number | null = null;
    stores.report(held, () => {
      const { key, status } = shard;
      latencyMs = reportedLatency(shard.latencyMs, latencyMs);
      const text = shardReportJson.write({ id: key.id, isReady: status === 'ready', latencyMs });
      return { text, key: text };
    });
  }
  function shardOf(guildId: string): HeldShard | null {
    const isOfGuild = (role: string): boolean => {
      const [, id, count] = SHARD_ROLE.exec(role) ?? [];
      return count !== undefined && holdsGuild({ id: Number(id), count: Number(count) }, guildId);
    };
    const role = runner.held().find(isOfGuild);
    return role === undefined ? null : runner.tenureOf(role);
  }
  const shards: ShardRole = createShardRole({
    ...{ store, runner, gateway, guilds, rest, self, clock, discordNow, log },
    onBegun: reportShard,
    onReady: options.onShardReady,
    lifeMs: config.leaseMs,
    wantedCount: config.shards,
    onTooFew: () => options.onFatal(new GavelError('DISCORD_UNAUTHORIZED', TOO_FEW_SHARDS)),
    onInformation({ session_start_limit: limit }) {
      maxConcurrency = limit.max_concurrency;
    },
  });
  return {
    gateway,
    async start(patience, onAccepted) {
      const identity = await readOwnIdentity(rest, patience);
      onAccepted(identity);
      if (mayHoldShards) await shards.start(patience);
      return identity;
    },
    handleOnce: shards.handleOnce,
    check: shards.pollNow,
    knows: (guildId) => gateway.status().isOnline && shardOf(guildId) !== null,
    shardOf,
    [Symbol.asyncDispose]: () => shards[Symbol.asyncDispose](),
  };
}
