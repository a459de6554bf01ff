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

/** Close code after which Discord keeps the session, the one that `@discordjs/ws` uses before it resumes. */
const KEEPS_SESSION = 4200;
/** `@discordjs/ws` waits for the end of the closing handshake, which a dead connection never answers, for 30 s. */
const CLOSE_WAIT_MS = 500;

/** What happens on the connection of a shard. */
export interface ShardListener {
  ready(data: unknown): void;
  /** Every event, READY and RESUMED included. */
  dispatched(event: string, data: unknown, sequence: number): void;
  resumed(): void;
  heartbeat(latencyMs: number): void;
  /** The library connects again, but for the codes of `close-codes.ts`. */
  closed(code: number): void;
  failed(error: Error): void;
}

/** The connection of one shard, which the library keeps up. */
export interface ShardConnection {
  /** @throws Error where the library cannot begin; errors of the connection go to the listener */
  connect(): Promise<void>;
  /** `null` before the first READY, and when Discord ended the session. */
  session(): SessionInfo | null;
  /** Whether it waits until it may identify. */
  isWaitingToIdentify(): boolean;
  /** @param keepsSession whether another connection may resume it */
  close(keepsSession: boolean): Promise<void>;
}

/** A manager that has one shard and does not ask for the gateway itself. */
class OneShardManager extends WebSocketManager {
  readonly #information: GatewayInformation;

  constructor(options: ConstructorParameters<typeof WebSocketManager>[0], information: GatewayInformation) {
    super(options);
    // What is left is counted elsewhere; the manager would compare with what it was at the start.
    const limit = { ...information.session_start_limit, remaining: information.session_start_limit.total };
    this.#information = { ...information, session_start_limit: limit };
  }

  override async fetchGatewayInformation(): Promise<GatewayInformation> {
    return this.#information;
  }
}

/**
 * Prepares the connection of a shard with the one intent that the bot needs, Guilds.
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
      // The library cannot be kept from connecting anew while it pauses before that; it waits for this.
      retrieveSessionInfo: () => (state === 'open' ? session : new Promise<never>(() => undefined)),
      updateSessionInfo(_shardId, updated) {
        // The library forgets a session whose connection it closes without resuming.
        if (updated !== null || state !== 'closing, keeps its session') session = updated;
      },
    },
    options.information,
  );
  manager.on(WebSocketShardEvents.Ready, ({ data }) => listener.ready(data));
  manager.on(WebSocketShardEvents.Dispatch, ({ data: { t, d, s } }) => listener.dispatched(t, d, s));
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
        // A shard that fails connects anew by itself, although the manager's promise is rejected.
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
