import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { Gateway } from '#src/discord/gateway/gateway.ts';
import type { GatewayInformation } from '#src/discord/gateway/gateway-information.ts';
import type { RunningShard } from '#src/discord/gateway/running-shard.ts';
import { createShardSaver, readSession, type ShardSaver } from '#src/discord/gateway/shard-saver.ts';
import type { MutableGuilds } from '#src/discord/guilds/guilds.ts';
import { type ShardKey, shardRole } from '#src/store/model/shard-key.ts';
import type { SavedGuild, ShardStore } from '#src/store/shards.ts';
import type { HeldRole } from './held-role.ts';

/** Interval at which the sessions of shards are saved. */
const SAVE_EVERY_MS = 1_000;
/** Servers that are restored at once, which takes a few ms. */
const RESTORED_AT_ONCE = 100;

interface Own {
  readonly shard: RunningShard;
  readonly saver: ShardSaver;
  readonly held: HeldRole;
}

/** The shards of this process, each for as long as its lease is held. */
export interface HeldShards {
  /**
   * Connects the shard, resuming the session of another process if that was saved. Disposing of the result leaves the
   * shard to others.
   */
  start(key: ShardKey, held: HeldRole, information: GatewayInformation | null): Promise<AsyncDisposable>;
  all(): readonly Pick<Own, 'shard'>[];
  /** Returns whether no other process can have taken the shard. */
  isHeld(key: ShardKey): boolean;
  /** Saves the sessions of all shards, at most once a second, until the signal aborts. */
  keepSaving(signal: AbortSignal): Promise<void>;
}

/**
 * @param deps.isPlanned whether shards with this total number are to be connected; `onBegun`: called with every newly
 * held shard; `onReady`: called when a shard has received its servers
 */
export function createHeldShards(deps: {
  readonly store: Pick<ShardStore, 'loadShard' | 'saveShard'>;
  readonly gateway: Pick<Gateway, 'open' | 'remove'>;
  readonly guilds: MutableGuilds;
  readonly isPlanned: (key: ShardKey) => boolean;
  readonly onBegun: (shard: RunningShard, held: HeldRole) => void;
  readonly onReady: () => void;
  readonly onFailed: (error: unknown) => void;
  readonly clock: Clock;
  readonly log: Logger;
}): HeldShards {
  const { store, gateway, guilds, clock, log } = deps;
  const own = new Map<string, Own>();

  async function restore(botId: string, saved: readonly SavedGuild[]): Promise<void> {
    for (let at = 0; at < saved.length; at += RESTORED_AT_ONCE) {
      const some = saved.slice(at, at + RESTORED_AT_ONCE);
      guilds.restore(
        botId,
        some.map((guild) => [guild.guildId, guild]),
      );
      await setImmediate();
    }
  }

  async function start(
    key: ShardKey,
    held: HeldRole,
    information: GatewayInformation | null,
  ): Promise<AsyncDisposable> {
    const { lease } = held;
    if (lease === null || information === null) throw new Error('A shard needs a lease.');
    const saved = await store.loadShard(key);
    const session = saved === null ? null : readSession(saved);
    if (session !== null && saved !== null) await restore(session.bot.userId, saved.guilds);
    const shard = gateway.open(key, information, session);
    const savedSessionId = session?.session.sessionId ?? null;
    const one: Own = {
      shard,
      held,
      saver: createShardSaver({ shard, lease, guilds, store, savedSessionId }),
    };
    own.set(shardRole(key), one);
    deps.onBegun(shard, held);
    shard.ready.then(deps.onReady, deps.onFailed);
    return { [Symbol.asyncDispose]: () => end(key, one) };
  }

  async function end(key: ShardKey, { shard, saver, held }: Own): Promise<void> {
    own.delete(shardRole(key));
    const startedAt = clock.monotonic();
    // The session of a lost shard belongs to another process.
    await shard.close(deps.isPlanned(key) || held.lost.aborted);
    saver.collect();
    gateway.remove(shard);
    if (!held.isHeld()) return;
    if (deps.isPlanned(key)) await saver.save();
    log.info(
      { shard: key.id, of: key.count, ms: Math.round(clock.monotonic() - startedAt) },
      'shard released',
    );
  }

  async function saveOne({ shard, saver, held }: Own): Promise<void> {
    if (!held.isHeld() || !deps.isPlanned(shard.key)) return;
    saver.collect();
    try {
      await saver.save();
    } catch (error) {
      if (error instanceof GavelError && error.code === 'LEASE_LOST') held.lose(error.message);
      throw error;
    }
  }

  async function keepSaving(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      await clock.sleep(SAVE_EVERY_MS, signal);
      const saved = await Promise.allSettled([...own.values()].map(saveOne));
      const failed = saved.find(({ status }) => status === 'rejected');
      failures = failed === undefined ? 0 : failures + 1;
      if (failures === 1) log.warn({ err: failed }, 'shard session not saved');
    }
  }

  return {
    start: start,
    all: () => [...own.values()],
    isHeld: (key) => own.get(shardRole(key))?.held.isHeld() === true,
    keepSaving,
  };
}
