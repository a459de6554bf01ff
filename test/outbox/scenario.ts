import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { DeliveryEvent } from '#src/outbox/delivery-events.ts';
import { createDispatcher, type Dispatcher } from '#src/outbox/dispatcher.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import { REQUEST_LIFETIME_MS } from '#src/outbox/retries.ts';
import type { LiveState } from '#src/store/model/live-state.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { newSubscription, saleAlert } from '../support/build-alert.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { createModelChannel } from '../support/model-channel.ts';
import { WITHOUT_CHARTS } from '../support/no-charts.ts';
import { OPEN_TO_ALL } from '../support/open-direct-messages.ts';
import { silentLog } from '../support/silent-log.ts';

type ModelChannel = ReturnType<typeof createModelChannel>;

/** The default channel. */
export const CHANNEL = '1000';

/** When the first process has outlived the requests of an earlier one, so that it may edit. */
const START = Date.UTC(2026, 0, 1);

/** Channels with their queues, shared request permits, and a real store. */
export interface Scenario extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly store: Store;
  /** The model of `CHANNEL`. */
  readonly channel: ModelChannel;
  /** The model of any channel; created on first use. */
  channelOf(channelId: string): ModelChannel;
  readonly unauthorized: () => number;
  /** How often the work of a queue was read. */
  readonly readsOfWork: () => number;
  /** What the queues reported. */
  readonly events: readonly DeliveryEvent[];
  /** How often a queue was stopped. */
  readonly stopped: () => number;
  /** Writes the alerts into the outbox and wakes the queue. */
  enqueue(...alerts: readonly Alert[]): Promise<void>;
  /** The same with options. @param news.to channel ids, default `CHANNEL` */
  takeIn(news: {
    readonly to?: readonly string[];
    readonly alerts?: readonly Alert[];
    readonly skipIfLive?: boolean;
    readonly topics?: readonly LiveState[];
    /** Alerts that were taken in before, with facts that came late. */
    readonly revised?: readonly MarketAlert[];
  }): Promise<void>;
  /** Changes the settings of all channels and wakes their queues. */
  choose(settings: Partial<ChannelSettings>): Promise<void>;
  /** An admin restores the permission, which reopens the queue. */
  reopen(): Promise<void>;
  /** Lets these people watch sales. */
  watch(...userIds: readonly string[]): Promise<void>;
  /** Lets a person have the messages sent that wait. */
  resume(userId: string): Promise<void>;
  /** Ends this process and starts the next one on the same database. */
  restart(): Promise<void>;
}

/** A notifier that forwards to the model of each channel. */
function createTestNotifier(
  channelOf: (channelId: string) => ModelChannel,
  clockOffsetMs: () => number,
  openDirectMessage: Notifier['openDirectMessage'],
): Notifier {
  return {
    clockOffsetMs,
    ...WITHOUT_CHARTS,
    openDirectMessage,
    capacity: (channelId, ...rest) => channelOf(channelId).notifier.capacity(channelId, ...rest),
    async send(post, target, charts) {
      if (target.person !== null && target.person.directChannelId === null)
        throw new Error('The direct messages are not open.');
      return channelOf(post.channelId).notifier.send(post, target, charts);
    },
    readBack: (post, target) => channelOf(post.channelId).notifier.readBack(post, target),
    edit: (message, ...rest) => channelOf(message.channelId).notifier.edit(message, ...rest),
    publish: (channelId, messageId) => channelOf(channelId).notifier.publish(channelId, messageId),
  };
}

/**
 * @param options.discordLimit requests per second over all channels; default as in production
 * @param options.clockOffsetMs how far Discord's clock is ahead of ours; default 0
 * @param options.openDirectMessage what Discord answers; by default it opens those of everybody
 */
export async function createScenario({
  clockOffsetMs = () => 0,
  openDirectMessage = OPEN_TO_ALL.openDirectMessage,
  ...options
}: {
  readonly openDirectMessage?: Notifier['openDirectMessage'];
  readonly discordLimit?: number;
  readonly clockOffsetMs?: () => number;
} = {}): Promise<Scenario> {
  const clock = createManualClock(START - REQUEST_LIFETIME_MS);
  const channels = new Map<string, ModelChannel>();
  function channelOf(channelId: string): ModelChannel {
    const known = channels.get(channelId) ?? createModelChannel(clock);
    channels.set(channelId, known);
    return known;
  }
  const store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  let settings: ChannelSettings = DEFAULT_CHANNEL_SETTINGS;
  const events: DeliveryEvent[] = [];
  let unauthorized = 0;
  let stopped = 0;
  let readsOfWork = 0;
  const startProcess = () =>
    createDispatcher({
      report: (event) => events.push(event),
      people: store.people,
      outbox: {
        ...store,
        channelWork(channelId, limit) {
          readsOfWork += 1;
          return store.channelWork(channelId, limit);
        },
      },
      notifier: createTestNotifier(channelOf, clockOffsetMs, openDirectMessage),
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
      ...options,
    });
  let dispatcher: Dispatcher = startProcess();
  await dispatcher.start();
  await clock.advance(REQUEST_LIFETIME_MS);

  async function takeIn({
    to = [CHANNEL],
    alerts = [],
    skipIfLive = false,
    topics = [],
    revised = [],
  }: Parameters<Scenario['takeIn']>[0]): Promise<void> {
    const addressees: readonly Recipient[] = to.map((channelId) => ({
      channelId,
      subscriptionIds: [],
      skipIfLive,
    }));
    const wake = await store.ingest({
      at: clock.now(),
      seen: alerts.map((alert) => alert.key),
      alerts: alerts.map((alert) => ({ alert, channels: addressees })),
      topics,
      revised: revised.map((alert) => ({ alert, channels: [], since: clock.now(), version: null })),
      trades: [],
      gap: null,
      newRecordsAfter: null,
    });
    dispatcher.wake(wake);
    await clock.advance(0);
  }

  return {
    clock,
    store,
    channel: channelOf(CHANNEL),
    channelOf,
    unauthorized: () => unauthorized,
    readsOfWork: () => readsOfWork,
    events,
    stopped: () => stopped,
    takeIn,
    enqueue: (...alerts) => takeIn({ alerts }),
    async choose(change) {
      settings = { ...DEFAULT_CHANNEL_SETTINGS, ...change };
      dispatcher.wake([...channels.keys()]);
      await clock.advance(0);
    },
    async reopen() {
      await store.addSubscription(newSubscription(CHANNEL));
      dispatcher.wake([CHANNEL]);
      await clock.advance(0);
    },
    async watch(...userIds) {
      for (const userId of userIds) {
        const guildId = personTarget(userId);
        await store.addSubscription(newSubscription(guildId, { guildId, createdBy: userId }));
      }
    },
    async resume(userId) {
      await store.people.resume(userId);
      dispatcher.wake([personTarget(userId)]);
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

/** This many sales, numbered from 1. */
export const sales = (count: number) =>
  Array.from({ length: count }, (_, position) => saleAlert(position + 1));

/** The keys of the alerts. */
export const keysOf = (alerts: readonly Alert[]) => alerts.map((alert) => alert.key);
