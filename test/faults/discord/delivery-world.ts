import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import type { Guilds } from '#src/discord/guilds/guilds.ts';
import { createDiscordClock } from '#src/discord/posting/discord-clock.ts';
import { createNoticeTargets } from '#src/discord/posting/notice-targets.ts';
import { createNotifier } from '#src/discord/posting/notifier.ts';
import { createRefusedParts } from '#src/discord/posting/refused-parts.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { makeRequest } from '#src/discord/rest/request.ts';
import { confirmTokenRefusals } from '#src/discord/rest/token-check.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import { createNotices } from '#src/outbox/notices.ts';
import { createNoticeTurns } from '#src/outbox/openings.ts';
import type { FeedBatch } from '#src/store/model/ingest-batch.ts';
import type { LiveState } from '#src/store/model/live-state.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import type { LocalDiscordOptions } from '../../../sandbox/discord/local-discord.ts';
import { connectBot } from '../../discord/connect-bot.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { startTestWorld, type TestWorld } from '../../sandbox/discord/world.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { NO_PICTURES } from '../../support/no-charts.ts';
import { createOffsetClock, type OffsetClock } from '../../support/offset-clock.ts';
import { silentLog } from '../../support/silent-log.ts';

/** The delivery from the outbox to a channel of the local Discord, without polls. */
export interface DeliveryWorld extends TestWorld {
  readonly clock: OffsetClock;
  readonly guilds: Guilds;
  readonly store: Store;
  /** Lets the channel follow sales, as its owner would. */
  follow(channelId: string): Promise<void>;
  /** Lets the person watch sales. */
  watch(userId: string): Promise<void>;
  /** Lets the person have the messages sent that wait. */
  resume(userId: string): Promise<void>;
  choose(channelId: string, settings: Partial<ChannelSettings>): void;
  /** Enqueues these alerts there, with these topic states. */
  enqueue(channelId: string, alerts: readonly Alert[], topics?: readonly LiveState[]): Promise<void>;
  /** Facts of an alert that was enqueued came late. */
  revise(alert: MarketAlert): Promise<void>;
}

/** @param options `discordAheadMs`: how far Discord's clock is ahead of the bot's, ms */
export async function startDeliveryWorld({
  discordAheadMs = () => 0,
  ...options
}: Pick<LocalDiscordOptions, 'nonceWindowMs' | 'rateLimits'> & {
  readonly discordAheadMs?: () => number;
} = {}): Promise<DeliveryWorld> {
  await using parts = new AsyncDisposableStack();
  const clock = createOffsetClock();
  const world = parts.use(await startTestWorld({ ...options, now: () => clock.now() + discordAheadMs() }));
  const { guilds } = parts.use(await connectBot(world));
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const settings = new Map<string, ChannelSettings>();
  const settingsOf = (channelId: string) => settings.get(channelId) ?? DEFAULT_CHANNEL_SETTINGS;
  const discordClock = createDiscordClock(clock);
  const rest = createOutboxRest({
    apiUrl: world.discord.apiUrl,
    token: world.token,
    makeRequest: confirmTokenRefusals(discordClock.observe(makeRequest), world.discord.apiUrl),
  });
  const channelAccess = createChannelAccess(guilds, clock.now);

  const notices = createNotices({
    store: store,
    tickers: store.tickers,
    targets: {
      knows: () => true,
      wasNotifiedBefore: async () => false,
      missingIn: ({ channelId }) => channelAccess.missingForAlerts(channelId),
      ...createNoticeTargets({
        guilds,
        rest,
        channelAccess,
        turn: createNoticeTurns({ people: store.people, clock }),
        async stoppedAmong(channelIds) {
          const statuses = await store.queueStatuses(channelIds);
          const stopped = statuses.filter(({ state }) => state !== 'open');
          return new Set(stopped.map(({ channelId }) => channelId));
        },
      }),
    },
    clock,
    random: () => 0.5,
    log: silentLog,
    wake: (channelIds) => dispatcher.wake(channelIds),
  });
  const dispatcher = createDispatcher({
    report: () => undefined,
    outbox: store,
    people: store.people,
    notifier: createNotifier({
      rest,
      contextFor: () => viewContext(),
      settingsOf,
      discordClock,
      charts: NO_PICTURES,
      refusedParts: createRefusedParts(clock.monotonic),
      botUserId: async () => world.applicationId,
    }),
    rules: { settingsOf, timeZoneOf: () => 'UTC' },
    clock,
    random: () => 0.5,
    log: silentLog,
    onStopped: notices.check,
    onUnauthorized: () => undefined,
  });
  parts.use(dispatcher);
  parts.use(notices);
  await dispatcher.start();

  async function ingest(news: Pick<Partial<FeedBatch>, 'alerts' | 'topics' | 'revised'>): Promise<void> {
    const wake = await store.ingest({
      at: clock.now(),
      seen: [],
      alerts: [],
      topics: [],
      trades: [],
      gap: null,
      newRecordsAfter: null,
      ...news,
    });
    dispatcher.wake(wake);
  }

  const owned = parts.move();
  return {
    ...world,
    clock,
    guilds,
    store,
    async follow(channelId) {
      const { guildId, ownerId } = world;
      await store.addSubscription(newSubscription(channelId, { guildId, createdBy: ownerId }));
    },
    async watch(userId) {
      const guildId = personTarget(userId);
      await store.addSubscription(newSubscription(guildId, { guildId, createdBy: userId }));
    },
    async resume(userId) {
      await store.people.resume(userId);
      dispatcher.wake([personTarget(userId)]);
    },
    choose(channelId, change) {
      settings.set(channelId, { ...DEFAULT_CHANNEL_SETTINGS, ...change });
      dispatcher.wake([channelId]);
    },
    async enqueue(channelId, alerts, topics = []) {
      const now = Math.floor(clock.now() / 1_000);
      await ingest({
        alerts: alerts.map((alert) => ({
          alert: { ...alert, occurredAt: now },
          channels: [{ channelId, subscriptionIds: [], skipIfLive: false }],
        })),
        topics,
      });
    },
    revise: (alert) => ingest({ revised: [{ alert, channels: [], since: clock.now(), version: null }] }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
