import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import { personTarget } from '#src/alerts/target.ts';
import { ruleOfCollection } from '#src/alerts/watches/watch.ts';
import { NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { PostedWatch } from '#src/store/model/delivery.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { address } from '../support/build-activity.ts';
import { auctionAlert } from '../support/build-alert.ts';
import { readMarkdown } from './markdown-reading.ts';
import { buildLiveMessage, buildNotifier, buildPost } from './test-notifier.ts';

const TARGET = personTarget('200000000000000001');

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
    watches: readonly PostedWatch[] = [],
  ) {
    const alerts = [auctionAlert({ topic: 'auction_bid', leader, overtaken: own, ...change })];
    const post = buildPost(world, {
      channelId: TARGET,
      alerts,
      cardMessageId,
      limitNotice,
      watches,
      nonce: alerts[0]?.key ?? '',
    });
    const outcome = await notifier.send(post, target, NO_CHARTS);
    return outcome.type === 'sent' ? outcome.messageId : outcome.type;
  }
  return {
    send,
    async edit(messageId: string, limitNotice: LimitNotice | null, watches: readonly PostedWatch[] = []) {
      const alerts = [auctionAlert({ topic: 'auction_bid', key: 'a', bidCount: 9 })];
      const card = { ...buildLiveMessage(messageId, TARGET), alerts, limitNotice, watches };
      return notifier.edit(card, target, NO_CHARTS);
    },
    messages: () => world.discord.messages(place),
    remove: (id: string) => world.call('DELETE', `/channels/${place}/messages/${id}`),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** Watches of listings up to so many ETH, by their ids. */
const upTo = (...ids: readonly number[]): readonly PostedWatch[] =>
  ids.map((id) => ({
    id,
    rule: ruleOfCollection({
      collection: address(0xc0),
      when: 'listed_below',
      price: BigInt(id) * 10n ** 18n,
    }),
  }));
const SOME_RULE = 'Listings · 0x0000…00c0';

describe('a direct message', () => {
  describe('with its reasons', () => {
    async function sent(watches: readonly PostedWatch[]) {
      await using direct = await startDirectMessages();
      const id = (await direct.send({ key: 'a' }, null, null, watches)) ?? '';
      const read = () => {
        const { content = '', components = [] } = direct.messages()[0]?.payload ?? {};
        const buttons = JSON.stringify(components.at(-1)).match(/"(?:label|custom_id)":"[^"]+"/g) ?? [];
        return { lines: content.split('\n'), last: buttons.map((text) => text.split('"').at(-2)) };
      };
      const before = read();
      await direct.edit(id, null, watches);
      expect(read()).toEqual(before);
      return before;
    }

    it('begins with the watch, and ends with a button that stops it, also once it is edited', async () => {
      const { lines, last } = await sent(upTo(5));
      expect(lines).toEqual([`🔔 You’re watching: ${SOME_RULE} · up to 5 ETH`]);
      expect(last).toEqual(expect.arrayContaining(['Stop this watch', 'do.watch-stop.200000000000000001.5']));
      expect(last).toHaveLength(2);
    });

    it('names three of several watches, and counts the others', async () => {
      const { lines, last } = await sent(upTo(1, 2, 3, 4, 5));
      expect(lines).toEqual([
        ...[1, 2, 3].map((id) => `🔔 You’re watching: ${SOME_RULE} · up to ${id} ETH (#${id})`),
        '-# and 2 more of your watches',
      ]);
      expect(last.filter((text) => text?.startsWith('Stop'))).toEqual([
        'Stop watch #1',
        'Stop watch #2',
        'Stop watch #3',
      ]);
    });

    it('names no watch that was removed meanwhile, whose button says so when it is used', async () => {
      const { lines, last } = await sent([{ id: 7, rule: null }]);
      expect(lines).toEqual(['']);
      expect(last).toContain('Stop this watch');
    });

    it('shows a name in a rule as it is written', async () => {
      await using direct = await startDirectMessages();
      const rule = {
        topics: ['sale'] as const,
        pingRoles: [],
        filter: { ...MATCH_ALL, traits: [{ type: '**Hat** @everyone', value: '[a](https://b.example)' }] },
      };
      await direct.send({ key: 'a' }, null, null, [{ id: 1, rule }]);
      const { content = '' } = direct.messages()[0]?.payload ?? {};
      expect(readMarkdown(content)).toMatchObject({ live: [], links: [], mentions: [] });
    });
  });

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

    const says = '-# 20 messages this hour. Any more will arrive in a summary at <t:1767229920:t>.';
    expect(direct.messages()[0]?.payload.content).toBe(says);
    expect(labels()).toContain('"label":"Narrow this watch"');
    await direct.edit(card ?? '', notice);
    expect(direct.messages()[0]?.payload.content).toBe(says);
    expect(labels()).toContain('"label":"Narrow this watch"');
  });
});
