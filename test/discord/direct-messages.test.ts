import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import { NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { auctionAlert } from '../support/build-alert.ts';
import { buildLiveMessage, buildNotifier, buildPost } from './test-notifier.ts';

const TARGET = 'dm:1';

/** A person whose direct messages are open, and what they are sent about an auction. */
async function startDirectMessages() {
  const world = await startTestWorld();
  const { id: place } = world.discord.openDirectMessage(world.memberId, world.applicationId);
  const { leader, outbid } = auctionAlert();
  const own = outbid === null ? [] : [outbid];
  const target: QueueTarget = {
    guildId: TARGET,
    facts: null,
    person: {
      userId: world.memberId,
      directChannelId: place,
      openedAt: 1,
      reader: { own, watched: [] },
      watchesNothing: false,
    },
  };
  const notifier = buildNotifier(world);
  async function send(
    change: Partial<AuctionAlert>,
    cardMessageId: string | null,
    limitNotice: LimitNotice | null = null,
  ) {
    const alerts = [auctionAlert({ topic: 'auction_bid', leader, overtaken: own, ...change })];
    const post = buildPost(world, {
      channelId: TARGET,
      alerts,
      cardMessageId,
      limitNotice,
      nonce: alerts[0]?.key ?? '',
    });
    const outcome = await notifier.send(post, target, NO_CHARTS);
    return outcome.type === 'sent' ? outcome.messageId : outcome.type;
  }
  return {
    send,
    async edit(messageId: string, limitNotice: LimitNotice | null) {
      const alerts = [auctionAlert({ topic: 'auction_bid', key: 'a', bidCount: 9 })];
      const card = { ...buildLiveMessage(messageId, TARGET), alerts, limitNotice };
      return notifier.edit(card, target, NO_CHARTS);
    },
    messages: () => world.discord.messages(place),
    remove: (id: string) => world.call('DELETE', `/channels/${place}/messages/${id}`),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('a direct message', () => {
  it('about a bid replies to the card of its auction, and says that it is the reader who was outbid', async () => {
    await using direct = await startDirectMessages();
    const card = await direct.send({ key: 'a' }, null);
    await direct.send({ key: 'b' }, card);

    const [first, second] = direct.messages();
    expect(first?.payload.message_reference).toBeUndefined();
    expect(second?.payload.message_reference?.message_id).toBe(card);
    expect(second?.payload.embeds[0]?.title).toMatch(/^📈 You were outbid on Punk #7: 3 ETH by /u);
    expect(second?.payload.embeds[0]?.description).not.toContain('Auction card');
  });

  it('is sent without a reply once its card is deleted', async () => {
    await using direct = await startDirectMessages();
    const card = await direct.send({ key: 'a' }, null);
    await direct.remove(card ?? '');

    await direct.send({ key: 'b' }, card);

    const [only, ...others] = direct.messages();
    expect(others).toEqual([]);
    expect(only?.payload.message_reference).toBeUndefined();
  });

  it('that is the last one before the hourly limit says so, and leads to its watch, also once it is edited', async () => {
    await using direct = await startDirectMessages();
    const notice = { until: 1_767_229_920_000, limit: 20, watch: 7 };
    const card = await direct.send({ key: 'a' }, null, notice);
    const labels = () => JSON.stringify(direct.messages()[0]?.payload.components).match(/"label":"[^"]+"/g);

    const says = '-# 20 this hour. The rest follows in a summary at <t:1767229920:t>.';
    expect(direct.messages()[0]?.payload.content).toBe(says);
    expect(labels()).toContain('"label":"Narrow this watch"');
    await direct.edit(card ?? '', notice);
    expect(direct.messages()[0]?.payload.content).toBe(says);
    expect(labels()).toContain('"label":"Narrow this watch"');
  });
});
