import {
  type IIdentifyThrottler,
  type SessionInfo,
  WebSocketManager,
  WebSocketShardEvents,
} from '@discordjs/ws';
import type { REST } from 'discord.js';
import { GatewayIntentBits } from 'discord-api-types/v10';
import type { ShardKey } from '#src/store/model/shard-key.ts';
import type { GatewayInformation } from './gateway-information.ts';
import { OneShardStrategy } from './one-shard-strategy.ts';

/** Close code after which Discord keeps the session; `@discordjs/ws` uses it before resuming. */
const KEEPS_SESSION = 4200;
/** `@discordjs/ws` waits up to 30 s for the end of the closing handshake, which a dead connection never answers. */
const CLOSE_WAIT_MS = 500;

/** Receives the events of a shard's connection. */
export interface ShardListener {
  ready(data: unknown): void;
  /** Called for every event, including READY and RESUMED. */
  dispatched(event: string, data: unknown, sequence: number): void;
  resumed(): void;
  heartbeat(latencyMs: number): void;
  /** Called when the connection was closed. The library reconnects, except after the codes in `close-codes.ts`. */
  closed(code: number): void;
  failed(error: Error): void;
}

/** The connection of one shard, which the library keeps open. */
export interface ShardConnection {
  /** @throws Error if the library cannot start; connection errors go to the listener */
  connect(): Promise<void>;
  /** Returns `null` before the first READY, and after Discord ended the session. */
  session(): SessionInfo | null;
  /** Returns whether it waits until it may identify. */
  isWaitingToIdentify(): boolean;
  /** @param keepsSession whether another connection may resume it */
  close(keepsSession: boolean): Promise<void>;
}

/** A manager with one shard that does not request the gateway information itself. */
class OneShardManager extends WebSocketManager {
  readonly #information: GatewayInformation;

  constructor(options: ConstructorParameters<typeof WebSocketManager>[0], information: GatewayInformation) {
    super(options);
    // Remaining identifies are counted elsewhere; the manager would compare with the number at the start.
    const limit = { ...information.session_start_limit, remaining: information.session_start_limit.total };
    this.#information = { ...information, session_start_limit: limit };
  }

  override async fetchGatewayInformation(): Promise<GatewayInformation> {
    return this.#information;
  }
}

/**
 * Prepares the connection of a shard with the only intent that the bot needs, Guilds.
 * @param options.session to resume; `null` to identify
 */
export function createShardConnection(options: {
  readonly shard: ShardKey;
  readonly rest: REST;
  readonly token: string;
  readonly information: GatewayInformation;
  readonly throttler: IIdentifyThrottler;
  readonly session: SessionInfo | null;
  readonly listener: ShardListener;
}): ShardConnection {
  const { shard, listener } = options;
  const errors = new WeakSet<object>();
  let session = options.session;
  let waitingToIdentify = 0;
  let state: 'open' | 'closing, keeps its session' | 'closing' = 'open';
  const manager = new OneShardManager(
    {
      token: options.token,
      intents: GatewayIntentBits.Guilds,
      rest: options.rest,
      buildStrategy: (owner) => new OneShardStrategy(owner),
      shardIds: [shard.id],
      shardCount: shard.count,
      buildIdentifyThrottler: () => ({
        async waitForIdentify(shardId, signal) {
          waitingToIdentify += 1;
          try {
            await options.throttler.waitForIdentify(shardId, signal);
          } finally {
            waitingToIdentify -= 1;
          }
        },
      }),
      // The library cannot be prevented from reconnecting during its pause, but it awaits this.
      retrieveSessionInfo: () => (state === 'open' ? session : new Promise<never>(() => undefined)),
      updateSessionInfo(_shardId, updated) {
        // The library drops the session of a connection that it closes without resuming.
        if (updated !== null || state !== 'closing, keeps its session') session = updated;
      },
    },
    options.information,
  );
  // What arrives while it closes is left to whoever resumes the session: Discord sends it again.
  manager.on(WebSocketShardEvents.Ready, ({ data }) => {
    if (state === 'open') listener.ready(data);
  });
  manager.on(WebSocketShardEvents.Dispatch, ({ data: { t, d, s } }) => {
    if (state === 'open') listener.dispatched(t, d, s);
  });
  manager.on(WebSocketShardEvents.Resumed, () => listener.resumed());
  manager.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }) => listener.heartbeat(latency));
  manager.on(WebSocketShardEvents.Closed, ({ code }) => listener.closed(code));
  manager.on(WebSocketShardEvents.Error, ({ error }) => {
    errors.add(error);
    listener.failed(error);
  });

  return {
    async connect() {
      try {
        await manager.connect();
      } catch (error) {
        // A failing shard reconnects by itself, although the manager's promise is rejected.
        if (typeof error !== 'object' || error === null || !errors.has(error)) throw error;
      }
    },
    session: () => session,
    isWaitingToIdentify: () => waitingToIdentify > 0,
    async close(keepsSession) {
      state = keepsSession ? 'closing, keeps its session' : 'closing';
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, CLOSE_WAIT_MS);
      const code = keepsSession ? { code: KEEPS_SESSION } : {};
      await Promise.race([manager.destroy({ reason: 'The bot stops.', ...code }), timeout.promise]);
      clearTimeout(timer);
    },
  };
}
