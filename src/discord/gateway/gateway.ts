import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import type { REST } from 'discord.js';
import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { z } from 'zod';
import { GavelError } from '../../chain/errors.ts';
import type { GuildChange, MutableGuilds } from '../guilds/guilds.ts';
import { readGuildIds } from '../guilds/payloads.ts';
import { isTokenRefusal, tokenRefusedError } from '../token-refusal.ts';
import { FATAL_CLOSE_CODES } from './close-codes.ts';
import { type Patience, retryGatewayRequest } from './gateway-information.ts';
import { createShard, type Shard } from './shard.ts';

/** State changes of a shard's connection. */
export type GatewayEvent = 'ready' | 'reconnecting' | 'resumed' | 'disconnected';

/** Who the bot is, as READY says. */
export interface BotIdentity {
  readonly userId: string;
  readonly userName: string;
  readonly applicationId: string;
}

/** A shard of the connection. */
export interface ShardState {
  readonly id: number;
  /** Whether it receives events. */
  readonly isReady: boolean;
  /** `null` before the first heartbeat. */
  readonly latencyMs: number | null;
}

/** What is known of the connection. */
export interface GatewayStatus {
  /** Whether every shard receives events. */
  readonly isOnline: boolean;
  /** Average time of a heartbeat's answer, ms; `null` before the first. */
  readonly latencyMs: number | null;
  readonly shards: readonly ShardState[];
}

/** The connection to Discord's gateway. */
export interface Gateway extends AsyncDisposable {
  /**
   * Connects all shards and resolves when every one has received its servers. Tries again for as long as Discord does not
   * answer.
   * @throws GavelError DISCORD_UNAUTHORIZED when the token is refused; the signal's reason when it aborts
   */
  connect(patience: Patience): Promise<BotIdentity>;
  status(): GatewayStatus;
  /**
   * Runs what needs a server: at once when the server was received, or when its shard has received all; else as soon as it has.
   * Returns `false`, and runs nothing, while the shard has no session.
   * @param guildId `null` for what needs none
   */
  whenReceived(guildId: string | null, run: () => void): boolean;
}

interface GatewayOptions {
  readonly rest: REST;
  readonly token: string;
  /** `null` for as many as Discord recommends. */
  readonly shardCount: number | null;
  /** Kept up to date. */
  readonly guilds: MutableGuilds;
  /** Called with the payload of every interaction, once the servers of its shard were received. */
  readonly onInteraction: (payload: unknown) => void;
  /** Called after a server was changed by an event. */
  readonly onGuildChange: (guildId: string, change: GuildChange, event: string) => void;
  readonly onConnection: (event: GatewayEvent) => void;
  /** Called when Discord refuses this login for good. */
  readonly onFatal: (error: GavelError) => void;
  readonly log: Logger;
}

const readyPayload = z.object({
  user: z.object({ id: z.string(), username: z.string() }),
  application: z.object({ id: z.string() }),
  guilds: z.unknown().transform(readGuildIds),
});

/** Discord docs: Gateway, Sharding. */
function shardOf(guildId: string, shardCount: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shardCount));
}

/** The gateway with the one intent that the bot needs, Guilds. */
export function createGateway(options: GatewayOptions): Gateway {
  const { rest, token, guilds, onConnection, log } = options;
  const shards = new Map<number, Shard>();
  const sessions = new Map<number, SessionInfo>();
  const identified = Promise.withResolvers<BotIdentity>();
  const allReady = Promise.withResolvers<void>();
  const shardErrors = new WeakSet<object>();
  let shardCount: number | null = null;
  let isStopping = false;
  const manager = new WebSocketManager({
    token,
    intents: GatewayIntentBits.Guilds,
    rest,
    shardCount: options.shardCount,
    retrieveSessionInfo: (shardId) => sessions.get(shardId) ?? null,
    updateSessionInfo(shardId, session) {
      if (session === null) sessions.delete(shardId);
      else sessions.set(shardId, session);
    },
  });

  const isReady = () =>
    shards.size === shardCount && [...shards.values()].every(({ status }) => status === 'ready');

  function shard(shardId: number): Shard {
    const known = shards.get(shardId);
    if (known !== undefined) return known;
    const added = createShard(() => {
      if (isReady()) allReady.resolve();
    });
    shards.set(shardId, added);
    return added;
  }

  manager.on(WebSocketShardEvents.Ready, ({ data, shardId }) => {
    const ready = readyPayload.safeParse(data);
    if (!ready.success) {
      log.error({ err: ready.error, shardId }, 'Discord’s READY cannot be read');
      return;
    }
    const { user, application, guilds: guildIds } = ready.data;
    guilds.begin({
      botId: user.id,
      guildIds,
      isOfShard: (guildId) => shardOf(guildId, shardCount ?? 1) === shardId,
    });
    identified.resolve({ userId: user.id, userName: user.username, applicationId: application.id });
    shard(shardId).begin(guildIds);
    onConnection('ready');
  });
  manager.on(WebSocketShardEvents.Dispatch, ({ data: { t: event, d: data }, shardId }) => {
    if (event === GatewayDispatchEvents.InteractionCreate) {
      shard(shardId).whenReady(() => options.onInteraction(data));
      return;
    }
    const changed = guilds.apply(event, data);
    if (changed === null) return;
    if (event === GatewayDispatchEvents.GuildCreate || event === GatewayDispatchEvents.GuildDelete)
      shard(shardId).received(changed.guildId);
    options.onGuildChange(changed.guildId, changed.change, event);
  });
  manager.on(WebSocketShardEvents.Resumed, ({ shardId }) => {
    shard(shardId).resumed();
    onConnection('resumed');
    log.info({ shard: shardId }, 'gateway session resumed');
  });
  manager.on(WebSocketShardEvents.HeartbeatComplete, ({ latency, shardId }) => {
    shard(shardId).latencyMs = latency;
  });
  manager.on(WebSocketShardEvents.Closed, ({ code, shardId }) => {
    shard(shardId).disconnected();
    if (isStopping) return;
    const reason = FATAL_CLOSE_CODES.get(code);
    if (reason === undefined) {
      onConnection('reconnecting');
      log.info({ shard: shardId, code }, 'reconnecting to the gateway');
      return;
    }
    onConnection('disconnected');
    options.onFatal(new GavelError('DISCORD_UNAUTHORIZED', reason));
  });
  manager.on(WebSocketShardEvents.Error, ({ error, shardId }) => {
    shardErrors.add(error);
    log.warn({ err: error, shard: shardId }, 'error on the gateway connection');
  });

  /** A shard that fails connects anew by itself, although the manager's promise is rejected. */
  async function connectShards(): Promise<void> {
    try {
      await manager.connect();
    } catch (error) {
      if (typeof error !== 'object' || error === null || !shardErrors.has(error)) throw error;
    }
  }

  return {
    async connect(patience) {
      const { signal } = patience;
      retryGatewayRequest(rest, patience, options.shardCount);
      const aborted = Promise.withResolvers<never>();
      // What is awaited at that time may reject first.
      aborted.promise.catch(() => undefined);
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        shardCount = await manager.getShardCount();
        await Promise.race([connectShards().then(() => allReady.promise), aborted.promise]);
        return await identified.promise;
      } catch (error) {
        signal.throwIfAborted();
        throw isTokenRefusal(error) ? tokenRefusedError(error) : error;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    status() {
      const latencies = [...shards.values()].map(({ latencyMs }) => latencyMs).filter((one) => one !== null);
      return {
        isOnline: isReady(),
        latencyMs:
          latencies.length === 0 ? null : latencies.reduce((sum, one) => sum + one, 0) / latencies.length,
        shards: [...shards].map(([id, { status, latencyMs }]) => ({
          id,
          isReady: status === 'ready',
          latencyMs,
        })),
      };
    },
    whenReceived(guildId, run) {
      if (guildId === null || guilds.get(guildId) !== null) {
        run();
        return true;
      }
      const own = shardCount === null ? undefined : shards.get(shardOf(guildId, shardCount));
      if (own === undefined || own.status === 'connecting') return false;
      own.whenReady(run);
      return true;
    },
    async [Symbol.asyncDispose]() {
      isStopping = true;
      await manager.destroy({ reason: 'The bot stops.' });
      for (const one of shards.values()) one[Symbol.dispose]();
    },
  };
}
