import type { Client } from 'discord.js';
import type { LocalDiscordOptions } from '../../../sandbox/discord/local-discord.ts';
import { createChannelAccess } from '../../../src/discord/channel-access.ts';
import { createDiscordClock } from '../../../src/discord/discord-clock.ts';
import { createNearestPlaces } from '../../../src/discord/nearest-place.ts';
import { createNotifier } from '../../../src/discord/notifier.ts';
import { createOutboxRest } from '../../../src/discord/outbox-rest.ts';
import { makeRequest } from '../../../src/discord/request.ts';
import type { Alert } from '../../../src/domain/alert.ts';
import { type ChannelSettings, PLAIN_CHANNEL } from '../../../src/domain/settings.ts';
import type { Topic } from '../../../src/domain/topic.ts';
import { createDispatcher } from '../../../src/pipeline/delivery/dispatcher.ts';
import { createNotices } from '../../../src/pipeline/notices/notices.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { startTestWorld, type TestWorld } from '../../sandbox/discord/world.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { createLeapingClock, type LeapingClock } from '../../support/leaping-clock.ts';
import { silentLog } from '../../support/silent-log.ts';

/** Everything from the outbox to a channel of the local Discord, and nothing before it. */
export interface DeliveryWorld extends TestWorld {
  readonly clock: LeapingClock;
  readonly client: Client;
  readonly store: Store;
  /** Lets the channel follow sales, as its owner would. */
  follow(channelId: string): Promise<void>;
  choose(channelId: string, settings: Partial<ChannelSettings>): void;
  /** Tells these alerts there, above these states of topics. */
  tell(channelId: string, alerts: readonly Alert[], topics?: readonly Topic[]): Promise<void>;
}

/** @param options `discordAheadMs`: how far Discord's clock is ahead of the bot's, ms */
export async function startDeliveryWorld({
  discordAheadMs = () => 0,
  ...options
}: Pick<LocalDiscordOptions, 'nonceWindowMs' | 'rateLimits'> & {
  readonly discordAheadMs?: () => number;
} = {}): Promise<DeliveryWorld> {
  await using parts = new AsyncDisposableStack();
  const clock = createLeapingClock();
  const world = parts.use(await startTestWorld({ ...options, now: () => clock.now() + discordAheadMs() }));
  const client = await world.connect();
  const store = parts.use(
    await openSqliteStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const settings = new Map<string, ChannelSettings>();
  const settingsOf = (channelId: string) => settings.get(channelId) ?? PLAIN_CHANNEL;
  const discordClock = createDiscordClock(clock.now);
  const rest = createOutboxRest({
    apiUrl: world.discord.apiUrl,
    token: world.token,
    makeRequest: discordClock.reading(makeRequest),
  });
  const channelAccess = createChannelAccess(client);

  const notices = createNotices({
    board: store,
    places: {
      toldBefore: async () => false,
      missingIn: channelAccess.missingForAlerts,
      ...createNearestPlaces({
        client,
        rest,
        channelAccess,
        async stoppedAmong(channelIds) {
          const statuses = await store.laneStatuses(channelIds);
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
    outbox: store,
    notifier: createNotifier({
      rest,
      contextFor: () => viewContext(),
      settingsOf,
      discordClock,
      botUserId: () => world.applicationId,
      historyAccess: channelAccess.historyAccess,
      roleIsGone: channelAccess.roleIsGone,
    }),
    rules: { settingsOf, timeZoneOf: () => 'UTC' },
    clock,
    random: () => 0.5,
    log: silentLog,
    onStopped: notices.look,
    onUnauthorized: () => undefined,
  });
  parts.use(dispatcher);
  parts.use(notices);
  await dispatcher.start();

  const owned = parts.move();
  return {
    ...world,
    clock,
    client,
    store,
    async follow(channelId) {
      const { guildId, ownerId } = world;
      await store.addSubscription(newSubscription(channelId, { guildId, createdBy: ownerId }));
    },
    choose(channelId, change) {
      settings.set(channelId, { ...PLAIN_CHANNEL, ...change });
      dispatcher.wake([channelId]);
    },
    async tell(channelId, alerts, topics = []) {
      const now = Math.floor(clock.now() / 1_000);
      const wake = await store.intake({
        at: clock.now(),
        seen: [],
        alerts: alerts.map((alert) => ({
          alert: { ...alert, occurredAt: now },
          channels: [{ channelId, subscriptionIds: [], unlessShown: false }],
        })),
        topics,
        trades: [],
        gap: null,
        newsAfter: null,
      });
      dispatcher.wake(wake);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
