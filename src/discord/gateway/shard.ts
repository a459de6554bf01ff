/** Whether a shard receives events: no; yes, but not all of its servers were received; yes. */
export type ShardStatus = 'connecting' | 'receiving servers' | 'ready';

/**
 * A shard counts as ready after this time without a further server, because servers with an outage must not delay
 * alerts.
 */
const GUILD_WAIT_MS = 3_000;

/** A shard of the gateway connection, and work that waits for its servers. */
export interface Shard extends Disposable {
  readonly status: ShardStatus;
  /** Latency of the last heartbeat, ms; `null` before the first answer. */
  latencyMs: number | null;
  /** Starts a new session, whose servers follow one by one. */
  start(guildIds: readonly string[]): void;
  /** Records that the server was received, or has an outage. */
  received(guildId: string): void;
  resumed(): void;
  disconnected(): void;
  /**
   * Runs it immediately, or as soon as the shard's servers were received, because before that the server is unknown.
   */
  whenReady(run: () => void): void;
}

/** @param onReady called for every session, when its servers were received */
export function createShard(onReady: () => void): Shard {
  let status: ShardStatus = 'connecting';
  let missing = new Set<string>();
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;

  function clear(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function finish(): void {
    clear();
    status = 'ready';
    onReady();
    const runs = waiting;
    waiting = [];
    for (const run of runs) run();
  }

  function checkMissing(): void {
    clear();
    if (missing.size === 0) finish();
    else timer = setTimeout(finish, GUILD_WAIT_MS).unref();
  }

  return {
    get status() {
      return status;
    },
    latencyMs: null,
    start(guildIds) {
      status = 'receiving servers';
      missing = new Set(guildIds);
      checkMissing();
    },
    received(guildId) {
      if (status === 'receiving servers' && missing.delete(guildId)) checkMissing();
    },
    resumed() {
      if (status === 'connecting') finish();
    },
    disconnected() {
      clear();
      status = 'connecting';
    },
    whenReady(run) {
      if (status === 'ready') run();
      else waiting.push(run);
    },
    [Symbol.dispose]() {
      clear();
      waiting = [];
    },
  };
}
