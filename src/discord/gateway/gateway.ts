import { type IIdentifyThrottler, SimpleIdentifyThrottler } from '@discordjs/ws';
import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import { allShards, holdsGuild, type ShardKey } from '#src/store/model/shard-key.ts';
import type { GuildChange, MutableGuilds } from '../guilds/guilds.ts';
import { isTokenRefusal, tokenRefusedError } from '../posting/failures.ts';
import { FATAL_CLOSE_CODES, SHARDING_REQUIRED } from './close-codes.ts';
import { type GatewayInformation, type Patience, readGatewayInformation } from './gateway-information.ts';
import {
  type BotIdentity,
  type GatewayEvent,
  openShard,
  type ReceivedInteraction,
  type RunningShard,
  type ShardSession,
} from './running-shard.ts';

export type { BotIdentity, GatewayEvent } from './running-shard.ts';

/** A shard of the connection. */
export interface ShardState {
  readonly id: number;
  /** Whether it receives events. */
  readonly isReady: boolean;
  /** `null` before the first heartbeat. */
  readonly latencyMs: number | null;
}

/** State of the connection. */
export interface GatewayStatus {
  /** Whether every shard receives events. */
  readonly isOnline: boolean;
  /** Average latency of heartbeats, ms; `null` before the first answer. */
  readonly latencyMs: number | null;
  readonly shards: readonly ShardState[];
}

/** The connection to Discord's gateway, with the shards of this process. */
export interface Gateway extends AsyncDisposable {
  /**
   * Connects all shards of the bot, for a single process, and resolves when all have received their servers. Retries as
   * long as Discord does not answer.
   * @throws GavelError DISCORD_UNAUTHORIZED if the token is refused; the signal's reason when it aborts
   */
  connect(patience: Patience): Promise<BotIdentity>;
  /**
   * Connects one shard.
   * @param session the previous holder's session, to resume it; its servers are already in `guilds`. `null` to identify
   */
  open(key: ShardKey, information: GatewayInformation, session: ShardSession | null): RunningShard;
  /** Removes a closed shard, and its servers unless another shard here has them. */
  remove(shard: RunningShard): void;
  /** Resolves at the first READY, or when another process's session is first resumed. */
  readonly identity: Promise<BotIdentity>;
  status(): GatewayStatus;
  /**
   * Runs work that needs a server: immediately if the server was received or its shard has received all, else as soon
   * as that is so. Returns `false`, and runs nothing, while the shard has no session.
   * @param guildId `null` for work that needs no server
   */
  whenReceived(guildId: string | null, run: () => void): boolean;
}

interface GatewayOptions {
  readonly rest: REST;
  readonly token: string;
  /** `null` for Discord's recommendation. */
  readonly shardCount: number | null;
  /** The gateway keeps these up to date. */
  readonly guilds: MutableGuilds;
  /** Called for every interaction, once the servers of its shard were received. */
  readonly onInteraction: (payload: unknown, received: ReceivedInteraction) => void;
  /** Called after a server was changed by an event. */
  readonly onGuildChange: (guildId: string, change: GuildChange, event: string) => void;
  readonly onConnection: (event: GatewayEvent) => void;
  /** Called when Discord refuses this login permanently. */
  readonly onFatal: (error: GavelError) => void;
  /** Spaces the identifies of all shards. Default: of those of this process. */
  readonly identifyThrottler?: IIdentifyThrottler;
  /** Returns whether a process without shards counts as online because others have all of them. Default: no. */
  readonly isHeldByOthers?: () => boolean;
  /** Called when Discord requires more shards; returns whether they are set up. Default: `connect` does so. */
  readonly onShardingRequired?: (key: ShardKey) => boolean;
  readonly log: Logger;
}

/** Creates the gateway connection with the only intent that the bot needs, Guilds. */
export function createGateway(options: GatewayOptions): Gateway {
  const { rest, guilds, log } = options;
  const running = new Set<RunningShard>();
  const identified = Promise.withResolvers<BotIdentity>();
  const allReady = Promise.withResolvers<void>();
  // Only `connect` waits for it.
  allReady.promise.catch(() => undefined);
  let ownThrottler: IIdentifyThrottler | null = null;
  let addShards: ((key: ShardKey) => boolean) | null = options.onShardingRequired ?? null;

  const isReady = ({ status }: RunningShard) => status === 'ready';

  function resolveWhenAllReady(): void {
    if ([...running].every(isReady)) allReady.resolve();
  }

  function onClosed(key: ShardKey, code: number): boolean {
    const reason = FATAL_CLOSE_CODES.get(code);
    if (reason === undefined) return false;
    if (code !== SHARDING_REQUIRED || addShards?.(key) !== true)
      options.onFatal(new GavelError('DISCORD_UNAUTHORIZED', reason));
    return true;
  }

  function throttlerFor({ session_start_limit: limit }: GatewayInformation): IIdentifyThrottler {
    ownThrottler ??= new SimpleIdentifyThrottler(limit.max_concurrency);
    return options.identifyThrottler ?? ownThrottler;
  }

  function open(key: ShardKey, information: GatewayInformation, session: ShardSession | null): RunningShard {
    const shard = openShard(key, {
      rest,
      token: options.token,
      information,
      throttler: throttlerFor(information),
      guilds,
      session: session,
      log,
      onIdentity: identified.resolve,
      onInteraction: (received) => options.onInteraction(received.payload, received),
      onGuildChange: options.onGuildChange,
      onConnection: options.onConnection,
      onClosed,
      isHeldElsewhere: (own, guildId) =>
        [...running].some(
          (other) => other.key.count !== own.count && isReady(other) && holdsGuild(other.key, guildId),
        ),
    });
    running.add(shard);
    shard.ready.then(resolveWhenAllReady, allReady.reject);
    return shard;
  }

  function remove(shard: RunningShard): void {
    running.delete(shard);
    guilds.forget(
      (guildId) =>
        holdsGuild(shard.key, guildId) && ![...running].some(({ key }) => holdsGuild(key, guildId)),
    );
  }

  /** Replaces all shards, which Discord has closed, by a larger number, because Discord requires more. */
  async function replaceAll(key: ShardKey, patience: Patience): Promise<void> {
    const information = await readGatewayInformation(rest, patience);
    if (information.shards <= key.count) {
      options.onFatal(new GavelError('DISCORD_UNAUTHORIZED', FATAL_CLOSE_CODES.get(SHARDING_REQUIRED) ?? ''));
      return;
    }
    log.warn({ shards: information.shards }, 'more shards required; reconnecting');
    const replaced = [...running];
    for (const shard of allShards(information.shards)) open(shard, information, null);
    await Promise.all(replaced.map((shard) => shard.close(false)));
    for (const shard of replaced) remove(shard);
  }

  return {
    async connect(patience) {
      const { signal } = patience;
      const aborted = Promise.withResolvers<never>();
      // A promise awaited at that time may reject first.
      aborted.promise.catch(() => undefined);
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        const { shardCount } = options;
        const information = await readGatewayInformation(
          rest,
          patience,
          ({ shards, session_start_limit: { remaining } }) => remaining >= (shardCount ?? shards),
        );
        if (shardCount === null) {
          let replacing: number | null = null;
          addShards ??= (key) => {
            if (replacing === key.count) return true;
            replacing = key.count;
            replaceAll(key, patience).catch((error: unknown) => {
              if (!signal.aborted) log.error({ err: error }, 'connecting with more shards failed');
            });
            return true;
          };
        }
        for (const key of allShards(shardCount ?? information.shards)) open(key, information, null);
        await Promise.race([allReady.promise, aborted.promise]);
        return await identified.promise;
      } catch (error) {
        signal.throwIfAborted();
        throw isTokenRefusal(error) ? tokenRefusedError(error) : error;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    open,
    remove,
    identity: identified.promise,
    status() {
      const shards = [...running];
      const latencies = shards.map(({ latencyMs }) => latencyMs).filter((one) => one !== null);
      return {
        isOnline: shards.every(isReady) && (shards.length > 0 || options.isHeldByOthers?.() === true),
        latencyMs:
          latencies.length === 0 ? null : latencies.reduce((sum, one) => sum + one, 0) / latencies.length,
        shards: shards.map((shard) => ({
          id: shard.key.id,
          isReady: isReady(shard),
          latencyMs: shard.latencyMs,
        })),
      };
    },
    whenReceived(guildId, run) {
      if (guildId === null || guilds.get(guildId) !== null) {
        run();
        return true;
      }
      const own = [...running].find(({ key, status }) => holdsGuild(key, guildId) && status !== 'connecting');
      own?.whenReady(run);
      return own !== undefined;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running].map((shard) => shard.close(false)));
    },
  };
}
