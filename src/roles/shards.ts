import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../chain/clock.ts';
import { nextDivisionStep } from '../discord/gateway/division.ts';
import type { Gateway } from '../discord/gateway/gateway.ts';
import {
  type GatewayInformation,
  type Patience,
  readGatewayInformation,
} from '../discord/gateway/gateway-information.ts';
import type { ReceivedInteraction, RunningShard } from '../discord/gateway/running-shard.ts';
import type { ShardKey } from '../discord/gateway/shard-key.ts';
import {
  holdersOf,
  PLAN_SEEN_MS,
  planAfterChange,
  plannedCounts,
  planTowards,
  roleOf,
} from '../discord/gateway/shard-plan.ts';
import { createShardSaver, readPlace, type ShardSaver } from '../discord/gateway/shard-saver.ts';
import type { MutableGuilds } from '../discord/guilds/guilds.ts';
import { timeOfSnowflake } from '../discord/snowflake.ts';
import { createWakeSignal } from '../outbox/wake-signal.ts';
import type { IdentifyStore } from '../store/identify.ts';
import type { ShardBoard, ShardStore } from '../store/shards.ts';
import type { HeldRole } from './held-role.ts';
import type { RoleRunner } from './role-runner.ts';

/** How often it looks at who holds which shard. */
const LOOK_EVERY_MS = 2_000;
/** How often the places of shards are saved. */
const SAVE_EVERY_MS = 1_000;
/** A shard that is free for longer is taken by any process. */
const OVERDUE_MS = 5_000;
/** How long no shard is given up after another process left one that it should have taken. */
const KEEP_MS = 60_000;
/** Both numbers of shards receive interactions for so long after a change. */
const BOTH_RECEIVE_MS = 2 * PLAN_SEEN_MS;
/** Discord docs: an interaction that has no response by then is over. */
const INTERACTION_LIFE_MS = 3_000;

/** The shards that this process holds of those of all processes: it takes, keeps and gives up some until all have as many. */
export interface ShardRole extends AsyncDisposable {
  /**
   * Begins to take shards. Resolves when the first of them has received its servers, or when all are held by other processes.
   * @throws the refusal of the token; the signal's reason when it aborts
   */
  start(patience: Patience): Promise<void>;
  /** A shard may be free, or the plan may have changed: looks at once. */
  look(): void;
  /** Hands an interaction on, once, though two processes may receive it. */
  receive(received: ReceivedInteraction, handle: (payload: unknown) => void): void;
  /** Discord wants more shards than there are. Returns whether they are set up: not where the number is a setting. */
  requireMore(key: ShardKey): boolean;
  /** Who holds which shard, as of the last look; `null` before the first. */
  board(): ShardBoard | null;
}

interface Own {
  readonly shard: RunningShard;
  readonly saver: ShardSaver;
  readonly held: HeldRole;
}

const idOf = (payload: unknown): string | null =>
  typeof payload === 'object' && payload !== null && 'id' in payload && typeof payload.id === 'string'
    ? payload.id
    : null;

/**
 * @param deps.self this process, the holder of its leases; `lifeMs`: of a lease; `wantedCount`: number of shards, `null` for as many
 * as Discord recommends; `discordNow`: Discord's time, epoch ms; `onInformation`: called with what Discord says of the gateway
 */
export function createShardRole(deps: {
  readonly store: ShardStore & Pick<IdentifyStore, 'noteStartLimit'>;
  readonly runner: Pick<RoleRunner, 'hold' | 'giveUp'>;
  readonly gateway: Gateway;
  readonly guilds: MutableGuilds;
  readonly rest: REST;
  readonly self: string;
  readonly lifeMs: number;
  readonly wantedCount: number | null;
  readonly onInformation: (information: GatewayInformation) => void;
  readonly clock: Clock;
  readonly discordNow: () => number;
  readonly log: Logger;
}): ShardRole {
  const { store, runner, gateway, guilds, self, clock, log } = deps;
  const stopping = new AbortController();
  const lookNow = createWakeSignal(clock, stopping.signal);
  const own = new Map<string, Own>();
  /** Since when shards are free, by the monotonic clock. */
  const freeSince = new Map<string, number>();
  const begun = Promise.withResolvers<void>();
  let patience: Patience | null = null;
  let information: GatewayInformation | null = null;
  let isCountAgreed = false;
  let isMoreRequired = false;
  let board: ShardBoard | null = null;
  let boardReadAt = 0;
  let changeSeenAt: number | null = null;
  let keepUntil = 0;
  let loops: readonly Promise<void>[] = [];

  const planAgeMs = (): number => (board?.plan?.ageMs ?? 0) + clock.monotonic() - boardReadAt;
  const isPlanned = ({ count }: ShardKey): boolean =>
    board?.plan !== null && board !== null && plannedCounts(board.plan).includes(count);

  async function begin(key: ShardKey, held: HeldRole): Promise<AsyncDisposable> {
    const { lease } = held;
    if (lease === null || information === null) throw new Error('A shard needs a lease.');
    const saved = await store.loadShard(key);
    const place = saved === null ? null : readPlace(saved);
    if (place !== null && saved !== null)
      guilds.restore(
        place.bot.userId,
        saved.guilds.map((guild) => [guild.guildId, guild]),
      );
    const shard = gateway.open(key, information, place);
    const savedSessionId = place?.session.sessionId ?? null;
    const one: Own = {
      shard,
      held,
      saver: createShardSaver({ shard, lease, guilds, store, savedSessionId }),
    };
    own.set(roleOf(key), one);
    shard.ready.then(begun.resolve, begun.reject);
    return { [Symbol.asyncDispose]: () => end(key, one) };
  }

  async function end(key: ShardKey, { shard, saver, held }: Own): Promise<void> {
    own.delete(roleOf(key));
    const startedAt = clock.monotonic();
    // A lost shard's session is another process's.
    await shard.close(isPlanned(key) || held.lost.aborted);
    saver.collect();
    gateway.remove(shard);
    if (!held.isHeld()) return;
    if (isPlanned(key)) await saver.save();
    log.info({ shard: key.id, of: key.count, ms: Math.round(clock.monotonic() - startedAt) }, 'left a shard');
  }

  async function saveAll(): Promise<void> {
    for (const { shard, saver, held } of own.values()) {
      if (!held.isHeld() || !isPlanned(shard.key)) continue;
      saver.collect();
      await saver.save();
    }
  }

  async function keepSaving(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      await clock.sleep(SAVE_EVERY_MS, stopping.signal);
      try {
        await saveAll();
        failures = 0;
      } catch (error) {
        failures += 1;
        log[failures === 1 ? 'warn' : 'debug']({ err: error }, 'could not save the place of a shard');
      }
    }
  }

  function overdueOf(count: number, holders: readonly (string | null)[]): ReadonlySet<number> {
    const at = clock.monotonic();
    const overdue = new Set<number>();
    for (const [id, holder] of holders.entries()) {
      const role = roleOf({ id, count });
      if (holder !== null) freeSince.delete(role);
      else if (!freeSince.has(role)) freeSince.set(role, at);
      if (at - (freeSince.get(role) ?? at) > OVERDUE_MS) overdue.add(id);
    }
    return overdue;
  }

  /** Takes or gives up one shard of this number. Resolves to whether it did. */
  async function divide({ processes, plan, ...found }: ShardBoard, count: number): Promise<boolean> {
    const holders = holdersOf(found, count);
    const overdue = overdueOf(count, holders);
    const unready = new Set(
      [...own.values()].flatMap(({ shard: { key, status } }) => (status === 'ready' ? [] : [key.id])),
    );
    const step = nextDivisionStep({ self, processes, holders, overdue, unready });
    if (step === null) return false;
    const key = { id: step.shardId, count };
    if (step.action === 'take') {
      if (overdue.has(key.id)) keepUntil = clock.monotonic() + KEEP_MS;
      return runner.hold(roleOf(key), (held) => begin(key, held));
    }
    const mayMove = plan?.nextShardCount === null && clock.monotonic() >= keepUntil;
    if (mayMove) await runner.giveUp(roleOf(key));
    return mayMove;
  }

  async function agreeOnCount(found: ShardBoard): Promise<boolean> {
    if (patience === null) return false;
    if (isMoreRequired) information = await ask(patience);
    const { wantedCount } = deps;
    const recommended = information?.shards ?? 1;
    // A number that is only recommended does not make shards fewer.
    const wanted = wantedCount ?? Math.max(recommended, found.plan?.shardCount ?? 1);
    const planned = planTowards(found, wanted);
    const isUnderWay = planned === null && found.plan?.nextShardCount !== null;
    if (planned === null) {
      isCountAgreed = !isUnderWay || found.plan?.nextShardCount === wanted;
      if (isCountAgreed) isMoreRequired = false;
      return false;
    }
    if (found.plan !== null)
      log.info({ from: found.plan.shardCount, to: wanted }, 'changing the number of shards');
    return store.planShards(found.plan, planned);
  }

  /** Gives up shards of a number that is not planned any more, once every process has read so. */
  async function leaveOld(): Promise<void> {
    if (planAgeMs() < PLAN_SEEN_MS) return;
    for (const { shard } of [...own.values()])
      if (!isPlanned(shard.key)) await runner.giveUp(roleOf(shard.key));
  }

  /** Resolves to whether something was done, so that it looks again at once. */
  async function lookOnce(): Promise<boolean> {
    const found = await store.shardBoard(deps.lifeMs);
    board = found;
    boardReadAt = clock.monotonic();
    if (found.plan?.nextShardCount !== null && found.plan !== null) changeSeenAt = boardReadAt;
    if (!isCountAgreed && (await agreeOnCount(found))) return true;
    if (found.plan === null) return false;
    const after = planAfterChange(found);
    if (after !== null) {
      const isChanged = await store.planShards(found.plan, after);
      if (isChanged) {
        log.info({ shards: after.shardCount }, 'the number of shards was changed');
        await store.removeOtherShards([after.shardCount]);
      }
      return true;
    }
    await leaveOld();
    if (holdersOf(found, found.plan.shardCount).every((holder) => holder !== null && holder !== self))
      begun.resolve();
    let isDone = false;
    for (const count of plannedCounts(found.plan)) if (await divide(found, count)) isDone = true;
    return isDone;
  }

  async function keepLooking(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      lookNow.reset();
      try {
        const isDone = await lookOnce();
        failures = 0;
        if (isDone) continue;
      } catch (error) {
        failures += 1;
        log[failures === 1 ? 'warn' : 'debug']({ err: error }, 'could not look after the shards');
      }
      await lookNow.sleepUntil(clock.now() + LOOK_EVERY_MS);
    }
  }

  async function ask(how: Patience): Promise<GatewayInformation> {
    const found = await readGatewayInformation(deps.rest, how);
    const { total, remaining, reset_after: resetAfterMs } = found.session_start_limit;
    await store.noteStartLimit({ total, remaining, resetAfterMs });
    deps.onInformation(found);
    return found;
  }

  /** Whether another process may handle the same interaction. */
  const isClaiming = (): boolean =>
    changeSeenAt !== null && clock.monotonic() - changeSeenAt < BOTH_RECEIVE_MS;

  /** A new number of shards handles interactions once every process knows of it, and so claims them. */
  const isReceiving = ({ count }: ShardKey): boolean =>
    count !== board?.plan?.nextShardCount || planAgeMs() >= PLAN_SEEN_MS;

  return {
    async start(how) {
      patience = how;
      information = await ask(how);
      loops = [keepLooking(), keepSaving()];
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(how.signal.reason);
      how.signal.addEventListener('abort', abort, { once: true });
      await Promise.race([begun.promise, aborted.promise]).finally(() =>
        how.signal.removeEventListener('abort', abort),
      );
    },
    look: () => lookNow.notify(),
    receive({ payload, shard, isReplayed }, handle) {
      const id = idOf(payload);
      const isOver =
        isReplayed && id !== null && deps.discordNow() - timeOfSnowflake(id) > INTERACTION_LIFE_MS;
      if (isOver || !isReceiving(shard)) return;
      if (id === null || !isClaiming()) {
        handle(payload);
        return;
      }
      store
        .claimInteraction(id)
        .then((isOurs) => isOurs && handle(payload))
        .catch((error: unknown) => log.warn({ err: error }, 'an interaction was not answered'));
    },
    requireMore() {
      if (deps.wantedCount !== null) return false;
      isMoreRequired = true;
      isCountAgreed = false;
      lookNow.notify();
      return true;
    },
    board: () => board,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
