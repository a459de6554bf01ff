import type { HistoryAccess } from '../../src/discord/channel-access.ts';
import { createDiscordClock } from '../../src/discord/discord-clock.ts';
import { type ChannelNotifier, createNotifier } from '../../src/discord/notifier.ts';
import { createOutboxRest } from '../../src/discord/outbox-rest.ts';
import { makeRequest } from '../../src/discord/request.ts';
import { nonceFor, type Post } from '../../src/domain/delivery.ts';
import { PLAIN_CHANNEL } from '../../src/domain/settings.ts';
import type { StaleCard } from '../../src/domain/topic.ts';
import type { TestWorld } from '../sandbox/discord/world.ts';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import { postOf } from './views/any-alert.ts';
import { viewContext } from './views/view-context.ts';

/** The notifier of the world's bot. */
export function notifierOf(
  world: TestWorld,
  access: HistoryAccess = 'readable',
  now: () => number = Date.now,
): ChannelNotifier {
  const discordClock = createDiscordClock(now);
  return createNotifier({
    rest: createOutboxRest({
      apiUrl: world.discord.apiUrl,
      token: world.token,
      makeRequest: discordClock.reading(makeRequest),
    }),
    discordClock,
    contextFor: () => viewContext(),
    settingsOf: () => PLAIN_CHANNEL,
    botUserId: () => world.applicationId,
    historyAccess: () => access,
    roleIsGone: () => false,
  });
}

/** A post of one sale into the world's channel. */
export function postIn(world: TestWorld, change: Partial<Post> = {}): Post {
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
export function cardOf(messageId: string): StaleCard {
  const { key, kind } = auctionAlert();
  const state = auctionAlert({ kind: 'auction_bid', highestBid: 7n * 10n ** 18n, bidCount: 3 });
  return { deliveryId: 1, messageId, kind, alertKey: key, state, revision: 2 };
}

/** The message of an auction’s start, posted, and the card that it is. */
export async function postedCard(world: TestWorld, change: Partial<Post> = {}) {
  const post = postIn(world, { alerts: [auctionAlert()], ...change });
  const sent = await notifierOf(world).send(post);
  return { post, card: cardOf(sent.type === 'sent' ? (sent.messageId ?? '') : '') };
}

/** A notifier at a server that answers as no stand-in for Discord would. */
export function notifierAt(apiUrl: string): ChannelNotifier {
  return createNotifier({
    rest: createOutboxRest({ apiUrl, token: 'a.b.c' }),
    discordClock: createDiscordClock(Date.now),
    contextFor: () => viewContext(),
    settingsOf: () => PLAIN_CHANNEL,
    botUserId: () => '1',
    historyAccess: () => 'readable',
    roleIsGone: () => false,
  });
}

/** What is posted in the world's channel, oldest first. */
export const idsIn = (world: TestWorld) => world.discord.messages(world.channelId).map(({ id }) => id);
