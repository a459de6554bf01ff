import type { IIdentifyThrottler, SessionInfo } from '@discordjs/ws';
import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { holdsGuild, type ShardKey } from '#src/store/model/shard-key.ts';
import type { GuildChange, MutableGuilds } from '../guilds/guilds.ts';
import { readGuildIds } from '../guilds/payloads.ts';
import type { GatewayInformation } from './gateway-information.ts';
import { createShard, type ShardStatus } from './shard.ts';
import { createShardConnection } from './shard-connection.ts';

/** State changes of a shard's connection. */
export type GatewayEvent = 'ready' | 'reconnecting' | 'resumed' | 'disconnected';

/** The bot's identity from READY. */
export interface BotIdentity {
  readonly userId: string;
  readonly userName: string;
  readonly applicationId: string;
}

/** An interaction with the shard that received it. */
export interface ReceivedInteraction {
  readonly payload: unknown;
  readonly shard: ShardKey;
  /** Whether it was among the events that were missed before another process's session was resumed. */
  readonly isReplayed: boolean;
}

/** The point from which another process can continue: the session, up to an event whose changes are stored. */
export interface ShardSession {
  readonly session: SessionInfo;
  readonly bot: BotIdentity;
}

/** Changes of a shard since the previous call. */
export interface ShardChanges {
  /** `null` if no session can be resumed. */
  readonly session: ShardSession | null;
  readonly guildIds: ReadonlySet<string>;
}

/** A shard that this process holds. */
export interface RunningShard {
  readonly key: ShardKey;
  readonly status: ShardStatus;
  /** `null` before the first heartbeat. */
  readonly latencyMs: number | null;
  /** Whether it is connected but has to wait before it may identify. */
  readonly isWaitingToIdentify: boolean;
  /** Resolves when its servers were received for the first time. */
  readonly ready: Promise<void>;
  /** Runs it immediately, or as soon as the shard's servers were received. */
  whenReady(run: () => void): void;
  /** Returns the current position, and the servers that changed since the last call. */
  takeChanges(): ShardChanges;
  /** @param keepsSession whether another process may resume it */
  close(keepsSession: boolean): Promise<void>;
}

/** Callbacks of a shard. */
export interface ShardCallbacks {
  readonly onIdentity: (bot: BotIdentity) => void;
  readonly onInteraction: (interaction: ReceivedInteraction) => void;
  readonly onGuildChange: (guildId: string, change: GuildChange, event: string) => void;
  readonly onConnection: (event: GatewayEvent) => void;
  /** Called when the connection was closed. Returns whether it is closed permanently. */
  readonly onClosed: (key: ShardKey, code: number) => boolean;
  /** Returns whether another shard of this process has received the server. */
  readonly isHeldElsewhere: (key: ShardKey, guildId: string) => boolean;
}

const readyPayload = z.object({
  user: z.object({ id: z.string(), username: z.string() }),
  application: z.object({ id: z.string() }),
  guilds: z.unknown().transform(readGuildIds),
});

/**
 * Connects a shard, and applies its events to the servers.
 * @param options.session another process's session to resume, whose servers were restored
 */
export function openShard(
  key: ShardKey,
  options: ShardCallbacks & {
    readonly rest: REST;
    readonly token: string;
    readonly information: GatewayInformation;
    readonly throttler: IIdentifyThrottler;
    readonly guilds: MutableGuilds;
    readonly session: ShardSession | null;
    readonly log: Logger;
  },
): RunningShard {
  const { guilds, session: place, log, onConnection } = options;
  const ready = Promise.withResolvers<void>();
  const state = createShard(() => ready.resolve());
  let bot = place?.bot ?? null;
  let isOfOtherProcess = place !== null;
  let isStopping = false;
  /** Sequence number of the last applied event; the session's own may be one ahead. */
  let sequence = place?.session.sequence ?? 0;
  let changed = new Set<string>();

  const connection = createShardConnection({
    shard: key,
    rest: options.rest,
    token: options.token,
    information: options.information,
    throttler: options.throttler,
    session: place?.session ?? null,
    listener: {
      ready(data) {
        sequence = 0;
        const read = readyPayload.safeParse(data);
        if (!read.success) {
          log.error({ err: read.error, shardId: key.id }, 'READY event not understood');
          return;
        }
        const { user, application, guilds: guildIds } = read.data;
        isOfOtherProcess = false;
        guilds.start({
          botId: user.id,
          guildIds,
          isOfShard: (guildId) => holdsGuild(key, guildId),
          isHeldElsewhere: (guildId) => options.isHeldElsewhere(key, guildId),
        });
        changed = new Set(guildIds);
        bot = { userId: user.id, userName: user.username, applicationId: application.id };
        options.onIdentity(bot);
        state.start(guildIds);
        onConnection('ready');
      },
      dispatched(event, data, eventSequence) {
        // Discord numbers the events of a session, so one that arrives a second time is not handled again.
        if (eventSequence <= sequence) return;
        apply(event, data);
        sequence = eventSequence;
      },
      resumed() {
        state.resumed();
        isOfOtherProcess = false;
        onConnection('resumed');
        log.info({ shard: key.id }, 'gateway session resumed');
      },
      heartbeat(latencyMs) {
        state.latencyMs = latencyMs;
      },
      closed(code) {
        state.disconnected();
        if (isStopping) return;
        const isFinal = options.onClosed(key, code);
        onConnection(isFinal ? 'disconnected' : 'reconnecting');
        if (!isFinal) log.info({ shard: key.id, code }, 'gateway connection closed; reconnecting');
      },
      failed(error) {
        log.warn({ err: error, shard: key.id }, 'gateway connection error');
      },
    },
  });

  function apply(event: string, data: unknown): void {
    if (event === 'INTERACTION_CREATE') {
      const isReplayed = isOfOtherProcess;
      state.whenReady(() => options.onInteraction({ payload: data, shard: key, isReplayed }));
      return;
    }
    const change = guilds.apply(event, data);
    if (change === null) return;
    changed.add(change.guildId);
    if (event === 'GUILD_CREATE' || event === 'GUILD_DELETE') state.received(change.guildId);
    options.onGuildChange(change.guildId, change.change, event);
  }

  if (place !== null) options.onIdentity(place.bot);
  connection.connect().catch((error: unknown) => ready.reject(error));
  return {
    key,
    get status() {
      return state.status;
    },
    get latencyMs() {
      return state.latencyMs;
    },
    get isWaitingToIdentify() {
      return connection.isWaitingToIdentify();
    },
    ready: ready.promise,
    whenReady: state.whenReady,
    takeChanges() {
      const guildIds = changed;
      changed = new Set();
      const session = state.status === 'receiving servers' ? null : connection.session();
      return {
        session: session === null || bot === null ? null : { session: { ...session, sequence }, bot },
        guildIds,
      };
    },
    async close(keepsSession) {
      isStopping = true;
      await connection.close(keepsSession);
      state[Symbol.dispose]();
    },
  };
}
