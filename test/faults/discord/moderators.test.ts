import { describe, expect, it } from 'vitest';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { startDeliveryWorld } from './delivery-world.ts';

const COIN = 10n ** 18n;

const bidOf = (coins: bigint) => ({
  key: 'auction:a-1',
  state: auctionAlert({ topic: 'auction_bid', highestBid: coins * COIN, bidCount: Number(coins) }),
});

describe('a message whose embeds a moderator removed', () => {
  it('is left alone: its channel goes on and nobody is notified', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId, store } = world;
    await world.follow(channelId);
    await world.enqueue(channelId, [auctionAlert()]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    const [card] = discord.messages(channelId);
    discord.suppressEmbeds(card?.id ?? '');

    await world.enqueue(channelId, [], [bidOf(4n)]);
    await world.enqueue(channelId, [saleAlert(1)]);

    await expect.poll(() => discord.messages(channelId).length).toBe(2);
    await expect.poll(() => store.channelsWithWork()).toEqual([]);
    expect(await store.queueStatuses([channelId])).toMatchObject([{ state: 'open', lastProblem: null }]);
    expect(await store.dueNotices()).toEqual([]);
    expect(discord.messages(channelId)[0]?.payload).toMatchObject({ embeds: [], content: '' });
  });

  it('does not show the end of its auction: that is posted where ends are left to the card', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId } = world;
    world.choose(channelId, { auctions: 'card' });
    await world.enqueue(channelId, [auctionAlert()]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    const [card] = discord.messages(channelId);
    discord.suppressEmbeds(card?.id ?? '');

    const over = auctionAlert({ topic: 'auction_ended', key: 'auction:a-1:ended' });
    await world.enqueue(channelId, [over], [{ key: 'auction:a-1', state: over }]);

    await expect.poll(() => discord.messages(channelId).length).toBe(2);
  });

  it('is redrawn no more when facts come late, and what follows is posted', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId, store } = world;
    await world.enqueue(channelId, [saleAlert(1)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    discord.suppressEmbeds(discord.messages(channelId)[0]?.id ?? '');

    const { item } = saleAlert(1);
    await world.revise(saleAlert(1, { item: { ...item, price: 5n * COIN } }));
    await world.enqueue(channelId, [saleAlert(2)]);

    await expect.poll(() => discord.messages(channelId).length).toBe(2);
    await expect.poll(() => store.channelsWithWork()).toEqual([]);
    expect(await store.queueStatuses([channelId])).toMatchObject([{ state: 'open' }]);
  });

  it('is found by what remains of it after its answer was lost', async () => {
    await using world = await startDeliveryWorld({ nonceWindowMs: 60_000 });
    const { discord, channelId, clock } = world;
    const over = discord.faults.add({ do: 'process-then-reset' }, { method: 'POST' });
    await world.enqueue(channelId, [saleAlert(1)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    discord.suppressEmbeds(discord.messages(channelId)[0]?.id ?? '');
    over();
    clock.advance(120_000);

    await world.enqueue(channelId, [saleAlert(2)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(2);
  });

  it('holds its channel where the embeds had its mark: nobody else can say whether it was posted', async () => {
    await using world = await startDeliveryWorld({ nonceWindowMs: 60_000 });
    const { discord, channelId, clock, store } = world;
    await world.follow(channelId);
    world.choose(channelId, { publish: true });
    const over = discord.faults.add({ do: 'process-then-reset' }, { method: 'POST' });
    await world.enqueue(channelId, [saleAlert(1)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    discord.suppressEmbeds(discord.messages(channelId)[0]?.id ?? '');
    over();
    clock.advance(120_000);

    await expect
      .poll(() => store.queueStatuses([channelId]))
      .toMatchObject([{ state: 'paused', problemCode: 4 }]);
    expect(discord.messages(channelId)).toHaveLength(1);
    expect(await store.heldPosts([channelId])).toHaveLength(1);
  });
});
