import { describe, expect, it } from 'vitest';
import { AUCTION_TOPIC } from '#src/alerts/kinds/auction/schema.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { FaultAction } from '../../../sandbox/discord/faults/faults.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts';

const OPENING = { method: 'POST', route: '/users/@me/channels' };
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const SECONDS_MS = 10_000;
const NONCE_WINDOW_MS = 60_000;

const messagesTo = ({ discord }: DeliveryWorld, userId: string) =>
  discord
    .view(userId)
    .directMessages()
    .flatMap(({ id }) => discord.messages(id));

/** What the titles of the messages name, in their order. */
const tokensIn = (world: DeliveryWorld, userId: string) =>
  messagesTo(world, userId).flatMap(({ payload }) =>
    payload.embeds.map(({ title = '' }) => /#\d+/.exec(title)?.[0] ?? title),
  );

/** Lets time pass until the queue of the person has nothing to do. */
async function untilIdle(world: DeliveryWorld): Promise<void> {
  await expect
    .poll(async () => {
      world.clock.advance(SECONDS_MS);
      return world.store.channelsWithWork();
    })
    .toEqual([]);
}

describe('a person who watches', () => {
  it('gets what they watch in their direct messages, in order, and nobody else does', async () => {
    await using world = await startDeliveryWorld();
    const { memberId, ownerId, channelId, discord } = world;
    await world.watch(memberId);
    for (const number of [1, 2, 3]) {
      await world.enqueue(personTarget(memberId), [saleAlert(number)]);
      await untilIdle(world);
    }

    expect(tokensIn(world, memberId)).toEqual(['#1', '#2', '#3']);
    expect(messagesTo(world, ownerId)).toEqual([]);
    expect(discord.messages(channelId)).toEqual([]);
    expect(discord.directMessageOpenings()).toMatchObject({ count: 1, isTooFast: false });
  });

  it.each<readonly [string, FaultAction]>([
    ['the connection was reset after Discord opened them', { do: 'process-then-reset' }],
    ['the connection was reset before', { do: 'reset' }],
    ['Discord answered 500 after opening them', { do: 'process-then-answer', status: 500 }],
    ['Discord answered 502 and HTML', { do: 'answer', status: 502, body: '<html>' }],
    [
      'Discord limited the rate',
      { do: 'answer', status: 429, body: { message: 'slow', retry_after: 2, global: false } },
    ],
  ])('gets it once when their direct messages were not opened at first: %s', async (_, fault) => {
    await using world = await startDeliveryWorld();
    const { memberId } = world;
    await world.watch(memberId);
    world.discord.faults.add(fault, { ...OPENING, times: 2 });

    await world.enqueue(personTarget(memberId), [saleAlert(1)]);
    await untilIdle(world);

    expect(tokensIn(world, memberId)).toEqual(['#1']);
    expect(world.discord.view(memberId).directMessages()).toHaveLength(1);
  });

  it('gets a message once whose answer was lost, also after Discord forgot its nonce', async () => {
    await using world = await startDeliveryWorld({ nonceWindowMs: NONCE_WINDOW_MS });
    const { memberId, store } = world;
    await world.watch(memberId);
    world.discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1 });
    await world.enqueue(personTarget(memberId), [saleAlert(1)]);
    await expect.poll(() => messagesTo(world, memberId).length).toBe(1);
    await expect
      .poll(async () => (await store.channelWork(personTarget(memberId), 1)).unsettled?.state)
      .toBe('ambiguous');
    world.clock.advance(2 * NONCE_WINDOW_MS);

    await world.enqueue(personTarget(memberId), [saleAlert(2)]);
    await untilIdle(world);

    expect(tokensIn(world, memberId)).toEqual(['#1', '#2']);
  });

  it.each([
    [
      50_007,
      'accepts no direct messages',
      (world: DeliveryWorld, isOpen: boolean) =>
        world.discord.setAcceptsDirectMessages(world.memberId, isOpen),
    ],
    [
      50_007,
      'blocks the bot',
      (world: DeliveryWorld, isOpen: boolean) =>
        world.discord.setBlocked(world.memberId, world.applicationId, !isOpen),
    ],
    [
      50_278,
      'is in no server with the bot',
      ({ discord, guildId, memberId }: DeliveryWorld, isOpen: boolean) =>
        isOpen ? discord.addMember({ guildId, userId: memberId }) : discord.removeMember(guildId, memberId),
    ],
  ] as const)(
    'who answers %i, because they are one who %s, is told once and misses nothing after that',
    async (code, _, set) => {
      await using world = await startDeliveryWorld();
      const { memberId, store } = world;
      const target = personTarget(memberId);
      await world.watch(memberId);
      await world.enqueue(target, [saleAlert(1)]);
      await untilIdle(world);
      set(world, false);
      await world.enqueue(target, [saleAlert(2)]);
      await untilIdle(world);
      await world.enqueue(target, [saleAlert(3)]);
      await untilIdle(world);
      expect(tokensIn(world, memberId)).toEqual(['#1']);
      await expect(store.people.takeRefusalToTell(memberId)).resolves.toMatchObject({
        code,
        pausedWatches: 1,
      });
      await expect(store.people.takeRefusalToTell(memberId)).resolves.toBeNull();
      await expect(store.hasNotices()).resolves.toBe(false);

      set(world, true);
      await world.resume(memberId);
      await untilIdle(world);

      expect(tokensIn(world, memberId)).toEqual(['#1', '#2', '#3']);
      await expect(store.people.find(memberId)).resolves.toMatchObject({ refusedSince: null });
    },
  );

  it('sees an auction in one card, which is edited there', async () => {
    await using world = await startDeliveryWorld();
    const { memberId } = world;
    const target = personTarget(memberId);
    const live = (bidCount: number) => ({
      key: 'auction:a-1',
      state: auctionAlert({ topic: AUCTION_TOPIC.bid, bidCount, highestBid: BigInt(bidCount) * 10n ** 18n }),
    });
    await world.watch(memberId);
    await world.enqueue(target, [auctionAlert({ highestBid: 1n * 10n ** 18n, bidCount: 1 })], [live(1)]);
    await untilIdle(world);
    await world.enqueue(target, [], [live(7)]);
    await untilIdle(world);

    const [card, ...others] = messagesTo(world, memberId);
    expect(others).toEqual([]);
    expect(JSON.stringify(card?.payload.embeds)).toContain('**7 ETH**');
  });
});
