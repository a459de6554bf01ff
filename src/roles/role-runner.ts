import type { Logger } from 'pino';
import { fullJitter } from '#src/chain/backoff.ts';
import type { Clock } from '#src/chain/clock.ts';
import { reached } from '#src/chain/points.ts';
import { createWakeSignal } from '#src/outbox/wake-signal.ts';
import type { Lease, LeaseStore } from '#src/store/leases.ts';
import { aborted, createTenure, type HeldRole, type Tenure } from './held-role.ts';

/** Starts a role. Resolves to a disposable that stops it. */
export type StartRole = (held: HeldRole) => Promise<AsyncDisposable>;

/**
 * Runs roles while this process holds their leases. Disposing of it stops all of them after their current work, and
 * gives them up.
 */
export interface RoleRunner extends AsyncDisposable {
  /** Takes its configured roles whenever they are free. Resolves when it has tried each of them once. */
  start(): Promise<void>;
  /** Tries once to take another role. Resolves to whether it was taken; it then runs until it is lost or given up. */
  hold(role: string, start: StartRole): Promise<boolean>;
  /** Stops the role and lets others take it. Resolves when both are done; immediately for a role that is not held. */
  giveUp(role: string): Promise<void>;
  /** Returns the names of the held roles, including roles that are being stopped. */
  held(): readonly string[];
  /** Returns the held role; `null` if it is not held. */
  tenureOf(role: string): Tenure['held'] | null;
  /** Checks immediately, because another process gave up a role or changed rules. */
  pollNow(): void;
}

/** Interval between checks for free roles. It also checks at the end of other processes' leases. */
const LOOK_EVERY_MS = 2_000;
/** Delay of the check after the end of a lease. */
const AFTER_END_MS = 20;
/** Delay until a failed check is repeated. */
const REPEAT_LOOK_MS = 1_000;
/** Number of renewals in the life of a lease: three may fail before it ends. */
const RENEWALS_PER_LIFE = 10 / 3;
/** Delay until a failed renewal is repeated. */
const REPEAT_RENEWAL_MS = 250;
/** The holder considers its lease ended this share of its life earlier than the others do. */
const MARGIN_SHARE = 0.1;
/** Backoff between attempts to start a role. */
const RETRIES = { firstMs: 1_000, maxMs: 30_000 };

interface Played {
  readonly tenure: Tenure;
  /** Resolves when the role has ended and its lease was given up. */
  readonly playing: Promise<void>;
}

/**
 * @param deps.lifeMs duration of a lease; `clock`: its monotonic time includes time for which the machine is suspended;
 * `onGivenUp`: called when a role was given up; `beSeen`: reports that the process is alive while it holds no role;
 * `onLook`: called after each read of the leases, with the version of the last change of rules and settings; `mayTake`:
 * whether free roles may be taken, always by default
 */
export function createRoleRunner(deps: {
  readonly leases: Pick<LeaseStore, 'readLeases' | 'take' | 'renew' | 'giveUp'>;
  /** Identifies the process. */
  readonly holder: string;
  readonly roles: Readonly<Record<string, StartRole>>;
  readonly lifeMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly onGivenUp?: () => void;
  readonly beSeen?: () => Promise<void>;
  readonly onLeasesRead?: (changeVersion: number) => void;
  readonly mayTake?: () => boolean;
}): RoleRunner {
  const { leases, holder, roles, lifeMs, clock, log, onGivenUp, mayTake = () => true } = deps;
  const stopping = new AbortController();
  /** Aborted when no role is left. */
  const stopped = new AbortController();
  const wake = createWakeSignal(clock, stopping.signal);
  const tenures = new Map<string, Played>();
  /** Roles with a pending request. */
  const taking = new Set<string>();
  /** When to retry a role that could not start, by the monotonic clock, and its number of consecutive failures. */
  const failed = new Map<string, { readonly retryAt: number; readonly times: number }>();

  async function giveUpLease(lease: Lease): Promise<void> {
    try {
      await leases.giveUp(lease);
      onGivenUp?.();
    } catch (error) {
      // The lease expires by itself.
      log.warn({ err: error, role: lease.role }, 'role release failed');
    }
  }

  function noteFailure(role: string, error: unknown): void {
    const times = (failed.get(role)?.times ?? 0) + 1;
    const pauseMs = fullJitter(times, RETRIES, deps.random);
    failed.set(role, { retryAt: clock.monotonic() + pauseMs, times });
    log.error({ err: error, role, pauseMs }, 'role start failed; retrying');
  }

  /** Runs the role until it is lost or given up. */
  async function play(tenure: Tenure, start: StartRole): Promise<void> {
    const { lease, held } = tenure;
    const { role } = lease;
    let hasBegun = false;
    try {
      await using _part = await start(held);
      hasBegun = true;
      failed.delete(role);
      await aborted(held.ending);
    } catch (error) {
      if (hasBegun) log.error({ err: error, role }, 'role failed');
      else if (!held.ending.aborted) noteFailure(role, error);
    } finally {
      const wasLost = held.lost.aborted;
      tenures.delete(role);
      tenure.end();
      if (!wasLost) await giveUpLease(lease);
    }
  }

  async function take(role: string, start: StartRole): Promise<boolean> {
    if (stopping.signal.aborted || tenures.has(role) || taking.has(role)) return false;
    taking.add(role);
    try {
      const askedAt = clock.monotonic();
      const lease = await leases.take(role, holder, lifeMs);
      if (lease === null) return false;
      const tenure = createTenure({ lease, heldUntil: endOf(askedAt), clock, log });
      if (stopping.signal.aborted || !tenure.held.isHeld()) {
        tenure.end();
        await giveUpLease(lease);
        return false;
      }
      if (lease.fence > 1) reached('a role is taken over');
      log.info({ role, fence: lease.fence }, 'role acquired');
      tenures.set(role, { tenure, playing: Promise.resolve().then(() => play(tenure, start)) });
      return true;
    } finally {
      taking.delete(role);
    }
  }

  /**
   * Returns the end of a lease by the monotonic clock.
   * @param askedAt time just before the request that created or renewed the lease
   */
  const endOf = (askedAt: number): number => askedAt + lifeMs * (1 - MARGIN_SHARE);

  function isWanted(role: string): boolean {
    const retryAt = failed.get(role)?.retryAt;
    if (!mayTake()) return false;
    return !tenures.has(role) && (retryAt === undefined || clock.monotonic() >= retryAt);
  }

  /** Takes free roles. Resolves to the time until the next check, ms. */
  async function readLeases(): Promise<number> {
    const wanted = Object.keys(roles).filter(isWanted);
    const { free, nextEndInMs, changeVersion } = await leases.readLeases(wanted);
    deps.onLeasesRead?.(changeVersion);
    for (const role of free) {
      const start = roles[role];
      if (start !== undefined && !stopping.signal.aborted) await take(role, start);
    }
    return Math.min(LOOK_EVERY_MS, (nextEndInMs ?? LOOK_EVERY_MS) + AFTER_END_MS);
  }

  async function renewAll(): Promise<void> {
    const before = [...tenures.values()].map(({ tenure }) => tenure);
    if (before.length === 0) {
      await deps.beSeen?.();
      return;
    }
    const askedAt = clock.monotonic();
    const names = before.map(({ lease }) => lease.role);
    const renewed = await leases.renew(holder, names, lifeMs);
    const fences = new Map(renewed.map(({ role, fence }) => [role, fence]));
    for (const { lease, held, extend } of before) {
      if (fences.get(lease.role) === lease.fence) extend(endOf(askedAt));
      else held.lose('its lease has expired, or another process took it');
    }
  }

  async function keepRenewing(): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      await clock.sleep(failures === 0 ? lifeMs / RENEWALS_PER_LIFE : REPEAT_RENEWAL_MS, stopped.signal);
      if (stopped.signal.aborted) return;
      try {
        await renewAll();
        failures = 0;
      } catch (error) {
        failures += 1;
        log[failures === 1 ? 'warn' : 'debug']({ err: error, failures }, 'lease renewal failed');
      }
    }
  }

  async function keepPolling(): Promise<void> {
    let failures = 0;
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      await wake.sleepUntil(clock.now() + pauseMs);
      if (stopping.signal.aborted) return;
      wake.reset();
      try {
        pauseMs = await readLeases();
        failures = 0;
      } catch (error) {
        failures += 1;
        pauseMs = REPEAT_LOOK_MS;
        log[failures === 1 ? 'warn' : 'debug']({ err: error, failures }, 'lease check failed');
      }
    }
  }

  let firstPauseMs = REPEAT_LOOK_MS;
  let running: readonly Promise<void>[] = [];

  return {
    async start() {
      try {
        firstPauseMs = await readLeases();
      } catch (error) {
        log.warn({ err: error }, 'lease check failed');
      }
      running = [keepRenewing(), keepPolling()];
    },
    hold: take,
    async giveUp(role) {
      const played = tenures.get(role);
      played?.tenure.giveUp();
      await played?.playing;
    },
    held: () => [...tenures.keys()].toSorted(),
    tenureOf: (role) => tenures.get(role)?.tenure.held ?? null,
    pollNow: () => wake.notify(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const last = [...tenures.values()];
      for (const { tenure } of last) tenure.giveUp();
      await Promise.all(last.map(({ playing }) => playing));
      stopped.abort();
      await Promise.all(running);
    },
  };
}
