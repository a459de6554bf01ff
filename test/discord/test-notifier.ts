import { DEFAULT_CHANNEL_SETTINGS } from '../../src/alerts/settings.ts';
import type { HistoryAccess } from '../../src/discord/channel-access.ts';
import { createDiscordClock } from '../../src/discord/discord-clock.ts';
import { type ChannelNotifier, createNotifier } from '../../src/discord/notifier.ts';
import { createOutboxRest } from '../../src/discord/outbox-rest.ts';
import { makeRequest } from '../../src/discord/request.ts';
import { nonceFor, type Post } from '../../src/store/model/delivery.ts';
import type { StaleLiveMessage } from '../../src/store/model/live-state.ts';
import type { TestWorld } from '../sandbox/discord/world.ts';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import { postOf } from './views/any-alert.ts';
import { viewContext } from './views/view-context.ts';

/** The notifier of the test bot. */
export function createTestNotifier(
  world: TestWorld,
  access: HistoryAccess = 'readable',
  now: () => number = Date.now,
  missing: readonly string[] = [],
  botUserId: string | null = world.applicationId,
): ChannelNotifier {
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
    botUserId: () => botUserId,
    historyAccess: () => access,
    guildIdOf: () => '900000000000000009',
    isRoleDeleted: () => false,
    missingForAlerts: () => missing,
  });
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
export function buildLiveMessage(messageId: string): StaleLiveMessage {
  const { key, topic: kind } = auctionAlert();
  const state = auctionAlert({ topic: 'auction_bid', highestBid: 7n * 10n ** 18n, bidCount: 3 });
  return { deliveryId: 1, messageId, topic: kind, alertKey: key, state, revision: 2 };
}

/** The message of an auction’s start, posted, and its live message. */
export async function postLiveMessage(world: TestWorld, change: Partial<Post> = {}) {
  const post = buildPost(world, { alerts: [auctionAlert()], ...change });
  const sent = await createTestNotifier(world).send(post);
  return { post, card: buildLiveMessage(sent.type === 'sent' ? (sent.messageId ?? '') : '') };
}

/** A notifier that uses this API URL. */
export function createNotifierAt(apiUrl: string): ChannelNotifier {
  return createNotifier({
    rest: createOutboxRest({ apiUrl, token: 'a.b.c' }),
    discordClock: createDiscordClock({ now: Date.now, monotonic: Date.now }),
    contextFor: () => viewContext(),
    settingsOf: () => DEFAULT_CHANNEL_SETTINGS,
    botUserId: () => '1',
    historyAccess: () => 'readable',
    guildIdOf: () => '900000000000000009',
    isRoleDeleted: () => false,
    missingForAlerts: () => [],
  });
}

/** Ids of the messages in the test channel, oldest first. */
export const idsIn = (world: TestWorld) => world.discord.messages(world.channelId).map(({ id }) => id);
