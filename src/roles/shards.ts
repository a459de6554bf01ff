import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { nextDivisionStep } from '#src/discord/gateway/division.ts';
import type { Gateway } from '#src/discord/gateway/gateway.ts';
import {
  type GatewayInformation,
  type Patience,
  readGatewayInformation,
} from '#src/discord/gateway/gateway-information.ts';
import type { ReceivedInteraction, RunningShard } from '#src/discord/gateway/running-shard.ts';
import {
  holdersOf,
  PLAN_SEEN_MS,
  planAfterChange,
  plannedCounts,
  planTowards,
} from '#src/discord/gateway/shard-plan.ts';
import type { MutableGuilds } from '#src/discord/guilds/guilds.ts';
import { timeOfSnowflake } from '#src/discord/snowflake.ts';
import { createWakeSignal } from '#src/outbox/wake-signal.ts';
import type { IdentifyStore } from '#src/store/identify.ts';
import { type ShardKey, shardRole } from '#src/store/model/shard-key.ts';
import type { ShardBoard, ShardStore } from '#src/store/shards.ts';
import type { HeldRole } from './held-role.ts';
import { createHeldShards } from './held-shards.ts';
import type { RoleRunner } from './role-runner.ts';

/** Interval between checks of who holds which shard. */
const LOOK_EVERY_MS = 2_000;
/** The same interval while a shard is free. */
const LOOK_WHILE_FREE_MS = 500;
/** A shard that is free for longer may be taken by any process. */
const OVERDUE_MS = 2_000;
/** After another process left a shard that this one should have taken, no shard is given up for this long. */
const KEEP_MS = 60_000;
/** After their number changed, two shards may receive the same interaction for this long. */
const BOTH_RECEIVE_MS = 2 * PLAN_SEEN_MS;
/** A shard without a connection for this long is left to another process, which may reach Discord. */
const MAX_OFFLINE_MS = 30_000;
/** Discord docs: an interaction expires if there is no response by then. */
const INTERACTION_LIFE_MS = 3_000;

/**
 * This process's part of the shards that all processes share. It takes and gives up shards until they are evenly
 * distributed.
 */
export interface ShardRole extends AsyncDisposable {
  /**
   * Starts taking shards. Resolves when all shards are held and those of this process have received their servers.
   * @throws the refusal of the token; the signal's reason when it aborts
   */
  start(patience: Patience): Promise<void>;
  /** Checks immediately, because a shard may be free or the plan may have changed. */
  pollNow(): void;
  /** Handles an interaction, once, even if two processes receive it. */
  receive(received: ReceivedInteraction, handle: (payload: unknown) => void): void;
  /** Handles an interaction unless another process claimed it first. */
  handleOnce(payload: unknown, handle: (payload: unknown) => void): void;
  /**
   * Handles that Discord requires more shards. Returns whether they are set up; they are not if the number is
   * configured.
   */
  requireMore(key: ShardKey): boolean;
  /** Returns who held which shard at the last check; `null` before the first. */
  board(): ShardBoard | null;
}

const idOf = (payload: unknown): string | null =>
  typeof payload === 'object' && payload !== null && 'id' in payload && typeof payload.id === 'string'
    ? payload.id
    : null;

/**
 * @param deps.self this process, the holder of its leases; `lifeMs`: duration of a lease; `wantedCount`: number of
 * shards, `null` for Discord's recommendation; `discordNow`: Discord's time, epoch ms; `onInformation`: called with
 * Discord's information on the gateway
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
  /** Called if Discord requires more shards without giving the number. */
  readonly onTooFew: () => void;
  /** Called with every newly held shard. */
  readonly onBegun: (shard: RunningShard, held: HeldRole) => void;
  /** Called when a shard of this process has received its servers. */
  readonly onReady: () => void;
  readonly clock: Clock;
  readonly discordNow: () => number;
  readonly log: Logger;
}): ShardRole {
  const { store, runner, self, clock, log } = deps;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal(clock, stopping.signal);
  /** Start of the time that a shard is free, by the monotonic clock. */
  const freeSince = new Map<string, number>();
  /** Start of the time that an own shard has no connection, by the monotonic clock. */
  const offlineSince = new Map<string, number>();
  const begun = Promise.withResolvers<void>();
  let patience: Patience | null = null;
  let information: GatewayInformation | null = null;
  let isCountAgreed = false;
  /** The number of shards that Discord refused as too low; `null` for none. */
  let refusedCount: number | null = null;
  let board: ShardBoard | null = null;
  let boardReadAt = 0;
  /** Whether Discord could not be reached. No shards are taken until it answers. */
  let isCutOff = false;
  let keepUntil = 0;
  let isShardFree = false;
  let loops: readonly Promise<void>[] = [];

  const planAgeMs = (): number => (board?.plan?.ageMs ?? 0) + clock.monotonic() - boardReadAt;
  const isPlanned = ({ count }: ShardKey): boolean =>
    board?.plan !== null && board !== null && plannedCounts(board.plan).includes(count);

  function overdueOf(count: number, holders: readonly (string | null)[]): ReadonlySet<number> {
    const at = clock.monotonic();
    const overdue = new Set<number>();
    for (const [id, holder] of holders.entries()) {
      const role = shardRole({ id, count });
      if (holder !== null) freeSince.delete(role);
      else if (!freeSince.has(role)) freeSince.set(role, at);
      if (at - (freeSince.get(role) ?? at) > OVERDUE_MS) overdue.add(id);
    }
    return overdue;
  }

  const own = createHeldShards({
    ...deps,
    isPlanned,
    onReady() {
      wakeSignal.notify();
      deps.onReady();
    },
    onFailed: begun.reject,
  });

  /** Takes or gives up one shard with this total number. Resolves to whether it did. */
  async function divide({ processes, plan, ...found }: ShardBoard, count: number): Promise<boolean> {
    const holders = holdersOf(found, count);
    if (holders.includes(null)) isShardFree = true;
    const overdue = overdueOf(count, holders);
    const unready = new Set(
      own.all().flatMap(({ shard: { key, status } }) => (status === 'ready' ? [] : [key.id])),
    );
    const able = isCutOff ? processes.filter((one) => one !== self) : processes;
    const step = nextDivisionStep({ self, processes: able, holders, overdue, unready });
    if (step === null) return false;
    const key = { id: step.shardId, count };
    if (step.action === 'take') {
      if (overdue.has(key.id)) keepUntil = clock.monotonic() + KEEP_MS;
      return runner.hold(shardRole(key), (held) => own.start(key, held, information));
    }
    const mayMove = plan?.nextShardCount === null && clock.monotonic() >= keepUntil;
    if (mayMove) await runner.giveUp(shardRole(key));
    return mayMove;
  }

  async function agreeOnCount(found: ShardBoard): Promise<boolean> {
    if (patience === null) return false;
    if (refusedCount !== null) information = await ask(patience);
    const { wantedCount } = deps;
    const recommended = information?.shards ?? 1;
    // A recommended number never reduces the number of shards.
    const wanted = wantedCount ?? Math.max(recommended, found.plan?.shardCount ?? 1);
    const planned = planTowards(found, wanted);
    const isRefused =
      planned === null && found.plan?.nextShardCount === null && wanted <= (refusedCount ?? 0);
    if (isRefused) deps.onTooFew();
    const isUnderWay = planned === null && found.plan?.nextShardCount !== null;
    if (planned === null) {
      isCountAgreed = !isUnderWay || found.plan?.nextShardCount === wanted;
      if (isCountAgreed) refusedCount = null;
      return false;
    }
    if (found.plan !== null)
      log.info({ from: found.plan.shardCount, to: wanted }, 'changing the shard count');
    return store.planShards(found.plan, planned);
  }

  /** Gives up shards of an outdated total number, once every process has read the new plan. */
  async function leaveOld(): Promise<void> {
    if (planAgeMs() < PLAN_SEEN_MS) return;
    for (const { shard } of own.all()) if (!isPlanned(shard.key)) await runner.giveUp(shardRole(shard.key));
  }

  /** Gives up shards that cannot be connected from this process, because another one may succeed. */
  async function leaveOffline({ processes }: ShardBoard): Promise<void> {
    const at = clock.monotonic();
    for (const { shard } of own.all()) {
      const role = shardRole(shard.key);
      const isOffline = shard.status === 'connecting' && !shard.isWaitingToIdentify;
      if (!isOffline) offlineSince.delete(role);
      else if (!offlineSince.has(role)) offlineSince.set(role, at);
      else if (
        at - (offlineSince.get(role) ?? at) > MAX_OFFLINE_MS &&
        processes.some((one) => one !== self)
      ) {
        if (!isCutOff && patience !== null) void waitForDiscord(patience);
        log.warn({ shard: shard.key.id }, 'shard not connected; released to other processes');
        await runner.giveUp(role);
      }
    }
  }

  async function waitForDiscord(how: Patience): Promise<void> {
    isCutOff = true;
    try {
      information = await ask(how);
    } catch (error) {
      log.warn({ err: error }, 'gateway information not read');
    } finally {
      isCutOff = false;
    }
  }

  /** Resolves to whether anything was done, so that the next check follows immediately. */
  async function pollOnce(): Promise<boolean> {
    const found = await store.shardBoard(deps.lifeMs);
    isShardFree = false;
    board = found;
    boardReadAt = clock.monotonic();
    if (!isCountAgreed && (await agreeOnCount(found))) return true;
    if (found.plan === null) return false;
    const after = planAfterChange(found);
    if (after !== null) {
      const isChanged = await store.planShards(found.plan, after);
      if (isChanged) {
        log.info({ shards: after.shardCount }, 'shard count changed');
        await store.removeOtherShards([after.shardCount]);
      }
      return true;
    }
    await leaveOld();
    await leaveOffline(found);
    const { shardCount } = found.plan;
    const ready = own
      .all()
      .flatMap(({ shard: { key, status } }) =>
        key.count === shardCount && status === 'ready' ? [key.id] : [],
      );
    // Shards of this process count as its own only after their connection was opened.
    const isComplete = holdersOf(found, shardCount).every((holder, id) =>
      holder === self ? ready.includes(id) : holder !== null,
    );
    if (isComplete) begun.resolve();
    let isDone = false;
    for (const count of plannedCounts(found.plan)) if (await divide(found, count)) isDone = true;
    return isDone;
  }

  async function keepPolling(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      wakeSignal.reset();
      try {
        const isDone = await pollOnce();
        failures = 0;
        if (isDone) continue;
      } catch (error) {
        failures += 1;
        log[failures === 1 ? 'warn' : 'debug']({ err: error }, 'shard check failed');
      }
      await wakeSignal.sleepUntil(clock.now() + (isShardFree ? LOOK_WHILE_FREE_MS : LOOK_EVERY_MS));
    }
  }

  async function ask(how: Patience): Promise<GatewayInformation> {
    const found = await readGatewayInformation(deps.rest, how);
    const { total, remaining, reset_after: resetAfterMs } = found.session_start_limit;
    await store.noteStartLimit({ total, remaining, resetAfterMs });
    deps.onInformation(found);
    return found;
  }

  /** Returns whether another process may handle the same interaction. */
  const isClaiming = (): boolean =>
    (board?.plan?.nextShardCount ?? null) !== null || planAgeMs() < BOTH_RECEIVE_MS;

  /**
   * Returns whether shards of this total number handle interactions. They do once every process has read that number,
   * and therefore claims interactions.
   */
  const isReceiving = ({ count }: ShardKey): boolean =>
    count !== board?.plan?.nextShardCount || planAgeMs() >= PLAN_SEEN_MS;

  function claimed(id: string, handle: () => void): void {
    store
      .claimInteraction(id)
      .then((isOurs) => (isOurs ? handle() : undefined))
      .catch((error: unknown) => log.warn({ err: error }, 'interaction not answered'));
  }

  return {
    async start(how) {
      patience = how;
      information = await ask(how);
      loops = [keepPolling(), own.keepSaving(stopping.signal)];
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(how.signal.reason);
      how.signal.addEventListener('abort', abort, { once: true });
      await Promise.race([begun.promise, aborted.promise]).finally(() =>
        how.signal.removeEventListener('abort', abort),
      );
    },
    pollNow: () => wakeSignal.notify(),
    receive({ payload, shard, isReplayed }, handle) {
      const id = idOf(payload);
      const isOver =
        isReplayed && id !== null && deps.discordNow() - timeOfSnowflake(id) > INTERACTION_LIFE_MS;
      // A process that was paused may find interactions from before another one took the shard.
      const isHeld = own.isHeld(shard);
      if (isOver || !isHeld || !isReceiving(shard)) return;
      if (id === null || !isClaiming()) handle(payload);
      else claimed(id, () => handle(payload));
    },
    handleOnce(payload, handle) {
      const id = idOf(payload);
      if (id === null) handle(payload);
      else claimed(id, () => handle(payload));
    },
    requireMore({ count }) {
      if (deps.wantedCount !== null) return false;
      refusedCount = count;
      isCountAgreed = false;
      wakeSignal.notify();
      return true;
    },
    board: () => board,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
