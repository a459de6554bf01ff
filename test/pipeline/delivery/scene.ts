import type { Alert } from '../../../src/domain/alert.ts';
import type { Addressee } from '../../../src/domain/intake.ts';
import { type ChannelSettings, PLAIN_CHANNEL } from '../../../src/domain/settings.ts';
import type { Topic } from '../../../src/domain/topic.ts';
import { createDispatcher, type Dispatcher } from '../../../src/pipeline/delivery/dispatcher.ts';
import type { Notifier } from '../../../src/pipeline/ports.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { newSubscription, saleAlert } from '../../support/build-alert.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelChannel } from '../../support/model-channel.ts';
import { silentLog } from '../../support/silent-log.ts';

type ModelChannel = ReturnType<typeof createModelChannel>;

/** The channel of every scene. */
export const CHANNEL = '1000';

/** Channels with their lanes, one queue for all their requests, and a real store. */
export interface Scene extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly store: Store;
  /** That of `CHANNEL`. */
  readonly channel: ModelChannel;
  /** Any other; it is there once it is asked for. */
  channelOf(channelId: string): ModelChannel;
  readonly unauthorized: () => number;
  /** How often a lane was stopped. */
  readonly stopped: () => number;
  /** Writes the alerts into the outbox and wakes the lane. */
  enqueue(...alerts: readonly Alert[]): Promise<void>;
  /** The same with more said about them. @param news.to channel ids; `CHANNEL` unless told otherwise */
  takeIn(news: {
    readonly to?: readonly string[];
    readonly alerts?: readonly Alert[];
    readonly unlessShown?: boolean;
    readonly topics?: readonly Topic[];
  }): Promise<void>;
  /** All channels are told in this way from now on; the lanes are woken. */
  choose(settings: Partial<ChannelSettings>): Promise<void>;
  /** An admin gives the permission back and opens the lane. */
  reopen(): Promise<void>;
  /** Ends this process and starts the next one on the same database. */
  restart(): Promise<void>;
}

/** One that is told what concerns each channel. */
function notifierOf(channelOf: (channelId: string) => ModelChannel): Notifier {
  return {
    aheadMs: () => 0,
    capacity: (channelId, alerts) => channelOf(channelId).notifier.capacity(channelId, alerts),
    send: (post) => channelOf(post.channelId).notifier.send(post),
    readBack: (post) => channelOf(post.channelId).notifier.readBack(post),
    edit: (channelId, card) => channelOf(channelId).notifier.edit(channelId, card),
    redraw: (post) => channelOf(post.channelId).notifier.redraw(post),
    publish: (channelId, messageId) => channelOf(channelId).notifier.publish(channelId, messageId),
  };
}

/** @param options.requestsASecond of the queue for all requests; as users run it unless told otherwise */
export async function createScene(options: { readonly requestsASecond?: number } = {}): Promise<Scene> {
  const clock = createManualClock();
  const channels = new Map<string, ModelChannel>();
  function channelOf(channelId: string): ModelChannel {
    const known = channels.get(channelId) ?? createModelChannel(clock);
    channels.set(channelId, known);
    return known;
  }
  const store = await openSqliteStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  let settings: ChannelSettings = PLAIN_CHANNEL;
  let unauthorized = 0;
  let stopped = 0;
  const startProcess = () =>
    createDispatcher({
      outbox: store,
      notifier: notifierOf(channelOf),
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

  async function takeIn({
    to = [CHANNEL],
    alerts = [],
    unlessShown = false,
    topics = [],
  }: Parameters<Scene['takeIn']>[0]): Promise<void> {
    const addressees: readonly Addressee[] = to.map((channelId) => ({
      channelId,
      subscriptionIds: [],
      unlessShown,
    }));
    const wake = await store.intake({
      at: clock.now(),
      seen: alerts.map((alert) => alert.key),
      alerts: alerts.map((alert) => ({ alert, channels: addressees })),
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
    channel: channelOf(CHANNEL),
    channelOf,
    unauthorized: () => unauthorized,
    stopped: () => stopped,
    takeIn,
    enqueue: (...alerts) => takeIn({ alerts }),
    async choose(change) {
      settings = { ...PLAIN_CHANNEL, ...change };
      dispatcher.wake([...channels.keys()]);
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
