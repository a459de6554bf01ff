import type { Alert } from '../../../src/domain/alert.ts';
import type { Addressee } from '../../../src/domain/intake.ts';
import { type ChannelSettings, PLAIN_CHANNEL } from '../../../src/domain/settings.ts';
import type { Topic } from '../../../src/domain/topic.ts';
import { createDispatcher, type Dispatcher } from '../../../src/pipeline/delivery/dispatcher.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { newSubscription, saleAlert } from '../../support/build-alert.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelChannel } from '../../support/model-channel.ts';
import { silentLog } from '../../support/silent-log.ts';

/** The channel of every scene. */
export const CHANNEL = '1000';

/** One channel, its lane and a real store. */
export interface Scene extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly channel: ReturnType<typeof createModelChannel>;
  readonly unauthorized: () => number;
  /** How often a lane was stopped. */
  readonly stopped: () => number;
  /** Writes the alerts into the outbox and wakes the lane. */
  enqueue(...alerts: readonly Alert[]): Promise<void>;
  /** The same with more said about them. */
  takeIn(news: {
    readonly alerts?: readonly Alert[];
    readonly unlessShown?: boolean;
    readonly topics?: readonly Topic[];
  }): Promise<void>;
  /** The channel is told in this way from now on; the lane is woken. */
  choose(settings: Partial<ChannelSettings>): Promise<void>;
  /** An admin gives the permission back and opens the lane. */
  reopen(): Promise<void>;
  /** Ends this process and starts the next one on the same database. */
  restart(): Promise<void>;
}

export async function createScene(): Promise<Scene> {
  const clock = createManualClock();
  const channel = createModelChannel(clock);
  const store = await openSqliteStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  let settings: ChannelSettings = PLAIN_CHANNEL;
  let unauthorized = 0;
  let stopped = 0;
  const startProcess = () =>
    createDispatcher({
      outbox: store,
      notifier: channel.notifier,
      rules: { settingsOf: () => settings, timeZoneOf: () => 'UTC' },
      clock,
      random: () => 0.5,
      log: silentLog,
      onStopped: () => {
        stopped += 1;
      },
      onUnauthorized: () => {
        unauthorized += 1;
      },
    });
  let dispatcher: Dispatcher = startProcess();
  await dispatcher.start();

  async function takeIn({
    alerts = [],
    unlessShown = false,
    topics = [],
  }: Parameters<Scene['takeIn']>[0]): Promise<void> {
    const channels: readonly Addressee[] = [{ channelId: CHANNEL, subscriptionIds: [], unlessShown }];
    const wake = await store.intake({
      at: clock.now(),
      seen: alerts.map((alert) => alert.key),
      alerts: alerts.map((alert) => ({ alert, channels })),
      topics,
      trades: [],
      gap: null,
      newsAfter: null,
    });
    dispatcher.wake(wake);
    await clock.advance(0);
  }

  return {
    clock,
    store,
    channel,
    unauthorized: () => unauthorized,
    stopped: () => stopped,
    takeIn,
    enqueue: (...alerts) => takeIn({ alerts }),
    async choose(change) {
      settings = { ...PLAIN_CHANNEL, ...change };
      dispatcher.wake([CHANNEL]);
      await clock.advance(0);
    },
    async reopen() {
      await store.addSubscription(newSubscription(CHANNEL));
      dispatcher.wake([CHANNEL]);
      await clock.advance(0);
    },
    async restart() {
      await dispatcher[Symbol.asyncDispose]();
      dispatcher = startProcess();
      await dispatcher.start();
    },
    async [Symbol.asyncDispose]() {
      await dispatcher[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** So many sales, told apart by their numbers from 1. */
export const sales = (count: number) =>
  Array.from({ length: count }, (_, position) => saleAlert(position + 1));

/** What names the alerts for ever. */
export const keysOf = (alerts: readonly Alert[]) => alerts.map((alert) => alert.key);
