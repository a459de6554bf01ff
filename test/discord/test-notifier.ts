import type { Alert } from '#src/alerts/alert.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import { createDiscordClock } from '#src/discord/posting/discord-clock.ts';
import { createNotifier } from '#src/discord/posting/notifier.ts';
import { createRefusedParts } from '#src/discord/posting/refused-parts.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { makeRequest } from '#src/discord/rest/request.ts';
import type { ChartedMessage, Notifier } from '#src/outbox/notifier.ts';
import { type ChannelFacts, type QueueTarget, UNKNOWN_TARGET } from '#src/store/model/channel-facts.ts';
import { nonceFor, type Post } from '#src/store/model/delivery.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import type { TestWorld } from '../sandbox/discord/world.ts';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import { NO_PICTURES } from '../support/no-charts.ts';
import { postOf } from './views/any-alert.ts';
import { viewContext } from './views/view-context.ts';

/** A server that rules and settings belong to. */
const GUILD = '900000000000000009';

/** What the store knows of a channel where nothing is missing, with these changes. */
export const targetWith = (change: Partial<ChannelFacts> = {}): QueueTarget => ({
  guildId: GUILD,
  facts: {
    missingPermissions: [],
    isHistoryReadable: true,
    isPublishing: true,
    isAttachingFiles: true,
    missingRoleIds: [],
    checkedAt: 1,
    ...change,
  },
  person: null,
});

/** A notifier of which every call is about a channel with the same target. */
function aboutTarget(notifier: Notifier, target: QueueTarget) {
  return {
    ...notifier,
    capacity: (channelId: string, alerts: readonly Alert[]) =>
      notifier.capacity(
        channelId,
        alerts.map((alert) => ({ alert })),
        target,
      ),
    drawCharts: (channelId: string, message: ChartedMessage) =>
      notifier.drawCharts(channelId, message, target),
    send: (post: Post, charts: DrawnCharts = NO_CHARTS) => notifier.send(post, target, charts),
    readBack: (post: Post) => notifier.readBack(post, target),
    edit: (message: StaleMessage, charts: DrawnCharts = NO_CHARTS) => notifier.edit(message, target, charts),
  };
}

type TestNotifier = ReturnType<typeof aboutTarget>;

/** The notifier of the test bot, for any target. */
export function buildNotifier(
  world: TestWorld,
  now: () => number = Date.now,
  botUserId: string | null = world.applicationId,
  charts: Pick<ChartRenderer, 'render'> = NO_PICTURES,
): Notifier {
  const discordClock = createDiscordClock({ now, monotonic: now });
  return createNotifier({
    rest: createOutboxRest({
      apiUrl: world.discord.apiUrl,
      token: world.token,
      makeRequest: discordClock.observe(makeRequest),
    }),
    discordClock,
    contextFor: () => viewContext(),
    settingsOf: () => DEFAULT_CHANNEL_SETTINGS,
    charts,
    refusedParts: createRefusedParts(now),
    botUserId: async () => botUserId,
  });
}

/** The notifier of the test bot. @param facts `null` where nothing is known of the channel */
export function createTestNotifier(
  world: TestWorld,
  facts: Partial<ChannelFacts> | null = {},
  now: () => number = Date.now,
  botUserId: string | null = world.applicationId,
  charts: Pick<ChartRenderer, 'render'> = NO_PICTURES,
): TestNotifier {
  const notifier = buildNotifier(world, now, botUserId, charts);
  return aboutTarget(notifier, facts === null ? UNKNOWN_TARGET : targetWith(facts));
}

/** A post of one sale to the test channel. */
export function buildPost(world: TestWorld, change: Partial<Post> = {}): Post {
  const alert = saleAlert(1);
  return {
    ...postOf([alert]),
    channelId: world.channelId,
    nonce: nonceFor(world.channelId, alert),
    firstTryAt: Date.now(),
    lastTryAt: Date.now(),
    ...change,
  };
}

/** A live message of an auction, now at 7 ETH. */
export function buildLiveMessage(messageId: string, channelId: string): StaleMessage {
  return {
    id: 1,
    channelId,
    layout: 'card',
    nonce: 'n',
    firstTryAt: Date.now(),
    pingRoleIds: [],
    alerts: [auctionAlert({ highestBid: 7n * 10n ** 18n, bidCount: 3 })],
    messageId,
    changes: 1,
    isLive: true,
  };
}

/** The message of an auction’s start, posted, and its live message. */
export async function postLiveMessage(world: TestWorld, change: Partial<Post> = {}) {
  const post = buildPost(world, { alerts: [auctionAlert()], ...change });
  const sent = await createTestNotifier(world).send(post);
  return {
    post,
    card: buildLiveMessage(sent.type === 'sent' ? (sent.messageId ?? '') : '', world.channelId),
  };
}

/** A notifier that uses this API URL. */
export function createNotifierAt(apiUrl: string): TestNotifier {
  const notifier = createNotifier({
    rest: createOutboxRest({ apiUrl, token: 'a.b.c' }),
    discordClock: createDiscordClock({ now: Date.now, monotonic: Date.now }),
    contextFor: () => viewContext(),
    settingsOf: () => DEFAULT_CHANNEL_SETTINGS,
    charts: NO_PICTURES,
    refusedParts: createRefusedParts(Date.now),
    botUserId: async () => '1',
  });
  return aboutTarget(notifier, targetWith());
}

/** Ids of the messages in the test channel, oldest first. */
export const idsIn = (world: TestWorld) => world.discord.messages(world.channelId).map(({ id }) => id);
