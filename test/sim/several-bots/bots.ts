import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import { createWorkFinder } from '#src/outbox/work-finder.ts';
import type { HeldRole } from '#src/roles/held-role.ts';
import { createRoleRunner, type RoleRunner } from '#src/roles/role-runner.ts';
import type { Database } from '#src/store/database/database.ts';
import { createLeaseStore, fencedBy } from '#src/store/leases.ts';
import { createStore, openDatabase } from '#src/store/open.ts';
import { createProcesses, type Processes } from '../../roles/processes.ts';
import { newSubscription, saleAlert } from '../../support/build-alert.ts';
import { createModelChannel } from '../../support/model-channel.ts';
import { WITHOUT_CHARTS } from '../../support/no-charts.ts';
import { OPEN_TO_ALL } from '../../support/open-direct-messages.ts';
import { silentLog } from '../../support/silent-log.ts';

export const LIFE_MS = 10_000;
export const CHANNELS = ['1001', '1002', '1003'] as const;
type ModelChannel = ReturnType<typeof createModelChannel>;

/** Bots whose senders share an in-memory SQLite and a model of Discord, on one time line, which only the test moves. */
export interface SeveralBots extends AsyncDisposable {
  readonly processes: Processes;
  start(name: string): void;
  /** As SIGTERM does. What it still has to do takes time. */
  stop(name: string): void;
  /** Nothing of it ever runs again. */
  kill(name: string): void;
  /** A sale is ingested for the channel. */
  sell(channelId: string): Promise<void>;
  /** Keys of what was ingested for the channel, in order. */
  sold(channelId: string): readonly string[];
  /** Keys of what is posted there, in order. */
  posted(channelId: string): readonly string[];
  /** How often the role of the sender was taken. */
  takeovers(): Promise<number>;
}

/** The whole database as a process reaches it: with delays, and answers that wait while the process is paused. */
function reachedBy(process: string, database: Database, { call }: Processes): Database {
  return {
    ...database,
    read: (name, work) => call(process, () => database.read(name, work)),
    readOne: (name, query) => call(process, () => database.readOne(name, query)),
    writeOne: (name, statement) => call(process, () => database.writeOne(name, statement)),
    transaction: (name, work) => call(process, () => database.transaction(name, work)),
  };
}

/** Discord as a process reaches it. The last check before a request is that of `discord/rest/outbox-rest.ts`. */
function notifierOf(
  process: string,
  held: HeldRole,
  channelOf: (channelId: string) => ModelChannel,
  { call }: Processes,
): Notifier {
  return {
    ...WITHOUT_CHARTS,
    ...OPEN_TO_ALL,
    clockOffsetMs: () => 0,
    capacity: (channelId, ...rest) => channelOf(channelId).notifier.capacity(channelId, ...rest),
    async send(post, target, charts) {
      if (!held.isHeld()) return { type: 'ambiguous', detail: 'LEASE_LOST', serverError: false };
      return call(process, () => channelOf(post.channelId).notifier.send(post, target, charts));
    },
    async readBack(post, target) {
      if (!held.isHeld()) return { type: 'unavailable', detail: 'LEASE_LOST', isListOnly: false };
      return call(process, () => channelOf(post.channelId).notifier.readBack(post, target));
    },
    edit: (message, ...rest) =>
      call(process, () => channelOf(message.channelId).notifier.edit(message, ...rest)),
    publish: (channelId, messageId) =>
      call(process, () => channelOf(channelId).notifier.publish(channelId, messageId)),
  };
}

/** @param latency ms of one way of a request, asked for each */
export async function createSeveralBots(latency: () => number): Promise<SeveralBots> {
  await using parts = new AsyncDisposableStack();
  const processes = createProcesses(latency);
  const { now } = processes.clockOf('database');
  const database = parts.use(await openDatabase({ databaseUrl: 'sqlite::memory:', log: silentLog, now }));
  const direct = createStore(database);
  for (const channelId of CHANNELS) await direct.addSubscription(newSubscription(channelId));
  const channels = new Map(
    CHANNELS.map((channelId): [string, ModelChannel] => [
      channelId,
      createModelChannel(processes.clockOf('discord')),
    ]),
  );
  function channelOf(channelId: string): ModelChannel {
    const found = channels.get(channelId);
    if (found === undefined) throw new Error(`There is no channel ${channelId}.`);
    return found;
  }
  const runners = new Map<string, RoleRunner>();
  const sold = new Map<string, string[]>(CHANNELS.map((channelId) => [channelId, []]));
  let sales = 0;

  function start(name: string): void {
    const reached = reachedBy(name, database, processes);
    const clock = processes.clockOf(name);
    const runner = createRoleRunner({
      leases: createLeaseStore(reached),
      holder: name,
      roles: {
        async sender(held) {
          const { lease } = held;
          if (lease === null) throw new Error('There is no lease.');
          await using begun = new AsyncDisposableStack();
          const outbox = createStore(fencedBy(lease, reached, () => held.lose('another process took it')));
          const dispatcher = begun.use(
            createDispatcher({
              report: () => undefined,
              outbox,
              people: outbox.people,
              notifier: notifierOf(name, held, channelOf, processes),
              rules: { settingsOf: () => DEFAULT_CHANNEL_SETTINGS, timeZoneOf: () => 'UTC' },
              clock,
              random: () => 0.5,
              log: silentLog,
              onStopped: () => undefined,
              onUnauthorized: () => undefined,
            }),
          );
          await dispatcher.start();
          begun.use(
            createWorkFinder({
              async find() {
                const withWork = await outbox.channelsWithWork();
                return { withWork, withNew: withWork, seen: { deliveryId: 0, at: 0 } };
              },
              dispatcher,
              clock,
              log: silentLog,
            }),
          );
          return begun.move();
        },
      },
      lifeMs: LIFE_MS,
      clock,
      random: () => 0.5,
      log: silentLog,
    });
    runners.set(name, runner);
    void runner.start();
  }

  const owned = parts.move();
  return {
    processes,
    start,
    stop: (name) => void runners.get(name)?.[Symbol.asyncDispose](),
    kill: processes.kill,
    async sell(channelId) {
      sales += 1;
      const alert = saleAlert(sales, { occurredAt: Math.floor(now() / 1_000) });
      sold.get(channelId)?.push(alert.key);
      await direct.ingest({
        at: now(),
        seen: [alert.key],
        alerts: [{ alert, channels: [{ channelId, subscriptionIds: [], skipIfLive: false }] }],
        topics: [],
        trades: [],
        gap: null,
        newRecordsAfter: null,
      });
    },
    sold: (channelId) => sold.get(channelId) ?? [],
    posted: (channelId) => channelOf(channelId).postedKeys(),
    async takeovers() {
      const [lease] = await createLeaseStore(database).all();
      return lease?.fence ?? 0;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
