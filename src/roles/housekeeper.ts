import type { Logger } from 'pino';
import { type Clock, systemClock } from '#src/chain/clock.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { createAgeClock } from '#src/chain/elapsed.ts';
import type { BotIdentity } from '#src/discord/gateway/gateway.ts';
import { runByCron } from '#src/ingest/cron.ts';
import type { Subscriptions } from '#src/ingest/subscriptions.ts';
import type { PeopleStore } from '#src/store/people.ts';
import type { HousekeepingStore } from '#src/store/retention/housekeeping.ts';

import { housekeeperReportJson } from '#src/store/role-reports.ts';

import { aborted } from './held-role.ts';
import type { Registration } from './registration.ts';
import type { StartRole } from './role-runner.ts';
import type { RoleSlot } from './role-slot.ts';
import type { RoleStores } from './role-stores.ts';

/** Deletes expired rows from the store. Disposing of it stops the current pass after its current step. */
export interface Housekeeping extends AsyncDisposable {
  /** Starts the hourly passes. */
  start(): void;
  /**
   * Runs a pass now, or joins the one that is running; resolves when it has ended. Never rejects: failures are logged.
   */
  pruneNow(): Promise<void>;
}

/** The housekeeper, while this process has that role. */
export interface Housekeeper extends AsyncDisposable {
  /**
   * Resolves when the commands are registered, when Discord refuses them, or when the role has ended. Rejects if they
   * can never be registered.
   */
  readonly registered: Promise<void>;
}

/**
 * Defines the housekeeper role: deletes expired rows and registers the commands while the role is held.
 * @param deps.slot holds the housekeeper meanwhile; `identified`: resolves when commands may be registered
 * @param deps.onFailure called if the commands can never be registered
 */
export function housekeeperRole(deps: {
  readonly slot: RoleSlot<Housekeeper>;
  readonly stores: RoleStores;
  readonly registration: Registration;
  readonly identified: Promise<BotIdentity>;
  readonly onFailure: (error: unknown) => void;
  readonly forgetPerson: Subscriptions['forgetPerson'];
  readonly clock: Clock;
  readonly log: Logger;
}): StartRole {
  const { slot, stores, registration, identified, onFailure, forgetPerson, clock, log } = deps;
  return async (held) => {
    const { ending } = held;
    async function register(): Promise<void> {
      const bot = await Promise.race([identified, aborted(ending)]);
      if (bot === undefined || ending.aborted) return;
      try {
        await registration.register(bot, ending);
      } catch (error) {
        if (ending.aborted) return;
        onFailure(error);
        throw error;
      }
    }
    const housekeeping = createHousekeeping({ store: stores.storeFor(held), forgetPerson, clock, log });
    housekeeping.start();
    const registered = register();
    stores.report(held, () => {
      const text = housekeeperReportJson.write(registration.report());
      return { text, key: text };
    });
    const housekeeper: Housekeeper = {
      registered,
      async [Symbol.asyncDispose]() {
        await Promise.allSettled([registered, housekeeping[Symbol.asyncDispose]()]);
      },
    };
    return slot.put(housekeeper);
  };
}

/** Hourly, but not on the hour, when most scheduled jobs start. */
const SCHEDULE = '0 17 * * * *';
/** Spreads the passes of several bots on one machine. */
const SPREAD_MS = 10 * 60_000;
/** Data of users who have refused direct messages for this long is deleted. */
const REFUSED_KEPT_MS = 30 * DAY_MS;
/** Maximum users whose data is deleted per pass; the rest follow an hour later. */
const FORGOTTEN_IN_A_PASS = 1_000;
/** Pause between two steps, so that alerts are not delayed. A step takes about a tenth of this. */
const PAUSE_MS = 50;

/** Deletes expired rows every hour, in steps short enough not to delay anything else (`HousekeepingStore.prune`). */
export function createHousekeeping(deps: {
  readonly store: HousekeepingStore & { readonly people: Pick<PeopleStore, 'refusedSince'> };
  readonly forgetPerson: Subscriptions['forgetPerson'];
  readonly clock: Clock;
  readonly log: Logger;
}): Housekeeping {
  const { store, forgetPerson, clock, log } = deps;
  const stopping = new AbortController();
  /** Rows are deleted only when they have expired by the wall clock and by the monotonic clock. */
  const ageNow = createAgeClock(clock);
  let running: Promise<void> | null = null;

  /** Deletes the data of users to whom nothing could be sent for a long time. Resolves to their number. */
  async function forgetRefused(): Promise<number> {
    const before = ageNow() - REFUSED_KEPT_MS;
    const refused = await store.people.refusedSince(before, FORGOTTEN_IN_A_PASS);
    for (const userId of refused) {
      if (stopping.signal.aborted) break;
      await forgetPerson(userId);
      await clock.sleep(PAUSE_MS, stopping.signal);
    }
    return refused.length;
  }

  async function pass(): Promise<void> {
    const removed: Record<string, number> = {};
    for (let more = true; more && !stopping.signal.aborted; ) {
      const step = await store.prune(ageNow());
      if (step.removed > 0) removed[step.what] = (removed[step.what] ?? 0) + step.removed;
      more = step.more;
      if (more) await clock.sleep(PAUSE_MS, stopping.signal);
    }
    if (!stopping.signal.aborted) {
      const forgotten = await forgetRefused();
      if (forgotten > 0) removed['people who refuse messages'] = forgotten;
      await store.reclaimSpace();
    }
    if (Object.keys(removed).length > 0) log.info({ removed }, 'expired rows deleted');
  }

  async function pruneNow(): Promise<void> {
    if (stopping.signal.aborted) return;
    running ??= pass()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'expired rows not deleted; next pass within an hour');
      })
      .finally(() => {
        running = null;
      });
    await running;
  }

  let planned: Promise<void> | null = null;

  return {
    start() {
      planned = runByCron({
        expression: SCHEDULE,
        spreadMs: SPREAD_MS,
        work: pruneNow,
        clock: systemClock,
        random: Math.random,
        signal: stopping.signal,
      });
    },
    pruneNow,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await planned;
      await running;
    },
  };
}
