import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { createDispatcher, type Dispatcher } from '#src/outbox/dispatcher.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { createTenure, type HeldRole, type Tenure } from '#src/roles/held-role.ts';
import type { Database } from '#src/store/database/database.ts';
import { fencedBy, type LeaseStore } from '#src/store/leases.ts';
import { createStore } from '#src/store/open.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { WITHOUT_CHARTS } from '../support/no-charts.ts';
import { OPEN_TO_ALL } from '../support/open-direct-messages.ts';
import { silentLog } from '../support/silent-log.ts';
import type { Place } from './delivery-model.ts';

export const ROLE = 'sender';
const LIFE_MS = 10_000;
/** A process stops a tenth of a lease before its end, like `roles/role-runner.ts`. */
const HELD_MS = 0.9 * LIFE_MS;

/** Where each transaction of a queue is in the model. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  recover: ['recover'],
  startPost: ['start post'],
  retryPost: ['repeat', 'post anew'],
  markSent: ['record sent'],
  markAmbiguous: ['record unknown'],
  release: ['release'],
};

/** What the test decides about a call: how Discord answers, if the call is a request. */
export type Verdict = 'go on' | 'refused' | SendOutcome;

/** A call that waits for the test. */
interface Gate {
  readonly places: readonly Place[];
  readonly open: (verdict: Verdict) => void;
}

/** The sender of one process, whose every call waits until the test lets it continue. */
export interface ReplayedBot {
  /** Where it is in the model: more than one place if the calls look the same. */
  places(): readonly Place[];
  /** Lets the call continue for which it waits. */
  goOn(verdict?: Verdict): void;
  /** Takes the role if it is free. */
  takeRole(): Promise<void>;
  giveUpRole(): Promise<void>;
  /** Time passes in the process. */
  advance(ms: number): Promise<void>;
  /** Renews the lease, if it lasts. */
  renew(): Promise<void>;
  /** Looks for work, as `outbox/work-finder.ts` does. */
  findWork(): void;
}

export function createReplayedBot(world: {
  readonly name: string;
  readonly now: number;
  readonly channelId: string;
  readonly database: Database;
  readonly leases: LeaseStore;
  readonly discord: Notifier;
  /** Its request leaves, and has its effect when Discord executes it. */
  readonly onRequest: (execute: () => Promise<SendOutcome>) => void;
}): ReplayedBot {
  const { name, channelId, database, leases, discord } = world;
  const clock = createManualClock(world.now);
  let gate: Gate | null = null;
  let hasStarted = false;
  let role: { readonly tenure: Tenure; readonly dispatcher: Dispatcher } | null = null;

  const waitAt = (...places: readonly Place[]): Promise<Verdict> =>
    new Promise((resolve) => {
      gate = { places, open: resolve };
    });

  function goOn(verdict: Verdict = 'go on'): void {
    const opened = gate;
    gate = null;
    opened?.open(verdict);
  }

  const gated: Database = {
    ...database,
    async transaction(transactionName, work, options) {
      const places = PLACES[transactionName];
      if (places !== undefined) await waitAt(...places);
      return database.transaction(transactionName, work, options);
    },
  };

  const notifierOf = ({ isHeld }: HeldRole): Notifier => ({
    ...WITHOUT_CHARTS,
    ...OPEN_TO_ALL,
    clockOffsetMs: () => 0,
    capacity: discord.capacity,
    async send(post, target, charts) {
      await waitAt('check lease');
      if (!isHeld()) return { type: 'ambiguous', detail: 'LEASE_LOST', serverError: false };
      const isRefused = (await waitAt('request')) === 'refused';
      if (isRefused) return { type: 'refused', retryAfterMs: null, detail: 'ECONNREFUSED' };
      world.onRequest(() => discord.send(post, target, charts));
      const answer = await waitAt('answer');
      if (typeof answer === 'string') throw new Error('A request needs an answer.');
      return answer;
    },
    async readBack(post, target) {
      const isRefused = (await waitAt('search')) === 'refused';
      if (!isHeld() || isRefused) return { type: 'unavailable', detail: 'no answer', isListOnly: false };
      return discord.readBack(post, target);
    },
    edit: discord.edit,
    publish: discord.publish,
  });

  function startSending(held: HeldRole, tenure: Tenure): Dispatcher {
    const { lease } = tenure;
    const store = createStore(fencedBy(lease, gated, () => held.lose('another process took it')));
    const dispatcher = createDispatcher({
      report: () => undefined,
      outbox: {
        ...store,
        async channelWork(id, limit) {
          await waitAt('read work');
          return store.channelWork(id, limit);
        },
      },
      people: store.people,
      notifier: notifierOf(held),
      rules: { settingsOf: () => DEFAULT_CHANNEL_SETTINGS, timeZoneOf: () => 'UTC' },
      clock,
      random: () => 0,
      log: silentLog,
      onStopped: () => undefined,
      onUnauthorized: () => undefined,
    });
    async function start(): Promise<void> {
      hasStarted = false;
      await dispatcher.start();
      hasStarted = true;
    }
    void start();
    return dispatcher;
  }

  async function endRole(): Promise<void> {
    const ended = role?.dispatcher[Symbol.asyncDispose]();
    // A read that is waiting has no effect any more.
    if (gate?.places.includes('read work') === true) goOn();
    await ended;
    role?.tenure.end();
    role = null;
  }

  return {
    places: () => gate?.places ?? [role === null ? 'no role' : 'rest'],
    goOn,
    async takeRole() {
      const lease = await leases.take(ROLE, name, LIFE_MS);
      if (lease === null) return;
      const tenure = createTenure({
        lease,
        heldUntil: clock.monotonic() + HELD_MS,
        clock,
        log: silentLog,
      });
      role = { tenure, dispatcher: startSending(tenure.held, tenure) };
      tenure.held.ending.addEventListener('abort', () => void endRole());
    },
    async giveUpRole() {
      if (role === null) throw new Error(`${name} has no role.`);
      const { tenure } = role;
      tenure.giveUp();
      await leases.giveUp(tenure.lease);
    },
    advance: clock.advance,
    async renew() {
      if (role?.tenure.held.isHeld() !== true) return;
      const { tenure } = role;
      const [renewed] = await leases.renew(name, [ROLE], LIFE_MS);
      if (renewed?.fence === tenure.lease.fence) tenure.extend(clock.monotonic() + HELD_MS);
      else tenure.held.lose('its lease has expired');
    },
    findWork() {
      if (hasStarted) role?.dispatcher.wakeIdle([channelId]);
    },
  };
}
