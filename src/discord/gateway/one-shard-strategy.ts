import { EventEmitter } from 'node:events';
import {
  managerToFetchingStrategyOptions,
  SimpleContextFetchingStrategy,
  SimpleShardingStrategy,
  type WebSocketManager,
  WebSocketShard,
  type WebSocketShardDestroyOptions,
  WebSocketShardEvents,
} from '@discordjs/ws';

/** `ws`, `WebSocket.CONNECTING`. */
const CONNECTING = 0;

interface Opening extends EventEmitter {
  terminate(): void;
}

const isOpening = (socket: unknown): socket is Opening =>
  socket instanceof EventEmitter &&
  'readyState' in socket &&
  socket.readyState === CONNECTING &&
  'terminate' in socket;

/**
 * Extends the library's shard for sockets that it abandons while they are opening. The library removes its listeners
 * from them; half a minute later such a socket emits a connection error, and an error event without a listener ends the
 * process.
 */
class Shard extends WebSocketShard {
  override async destroy(options?: WebSocketShardDestroyOptions): Promise<void> {
    // The library does not expose it.
    const socket: unknown = Reflect.get(this, 'connection');
    const opening = isOpening(socket) ? socket : null;
    // The abandoned socket's failure to open needs no handling.
    opening?.on('error', () => undefined);
    await super.destroy(options);
    opening?.terminate();
  }
}

/** Runs one such shard in this thread. */
export class OneShardStrategy extends SimpleShardingStrategy {
  readonly #manager: WebSocketManager;
  #shard: Shard | null = null;

  constructor(manager: WebSocketManager) {
    super(manager);
    this.#manager = manager;
  }

  override async spawn([id]: readonly number[]): Promise<void> {
    if (id === undefined) return;
    const manager = this.#manager;
    const context = new SimpleContextFetchingStrategy(
      manager,
      await managerToFetchingStrategyOptions(manager),
    );
    const shard = new Shard(context, id);
    for (const event of Object.values(WebSocketShardEvents))
      shard.on(event, (payload: object) => manager.emit(event, { ...payload, shardId: id }));
    this.#shard = shard;
  }

  override async connect(): Promise<void> {
    await this.#shard?.connect();
  }

  override async destroy(options?: Omit<WebSocketShardDestroyOptions, 'recover'>): Promise<void> {
    await this.#shard?.destroy(options);
    this.#shard = null;
  }

  override send(_shardId: number, payload: Parameters<Shard['send']>[0]): Promise<void> {
    return this.#shard?.send(payload) ?? Promise.reject(new RangeError('The shard was not spawned.'));
  }

  override async fetchStatus(): ReturnType<SimpleShardingStrategy['fetchStatus']> {
    const statuses = await super.fetchStatus();
    if (this.#shard !== null) statuses.set(this.#shard.id, this.#shard.status);
    return statuses;
  }
}
