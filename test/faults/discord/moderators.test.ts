import { PermissionFlagsBits } from 'discord-api-types/v10';
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

describe('an auction’s card in a thread that was archived', () => {
  /** A thread with a card of an auction that begins. */
  async function cardInThread(state: { readonly locked: boolean }) {
    const world = await startDeliveryWorld();
    const { discord, channelId } = world;
    const thread = discord.createThread({ channelId, name: 'auctions' }).id;
    await world.enqueue(thread, [auctionAlert()]);
    await expect.poll(() => discord.messages(thread).length).toBe(1);
    discord.setThread(thread, { archived: true, ...state });
    const shown = () => JSON.stringify(discord.messages(thread)[0]?.payload.embeds);
    return { world, thread, shown };
  }

  it('is shown as it stands: the bot opens the thread where it may', async () => {
    const { world, thread, shown } = await cardInThread({ locked: false });
    await using _world = world;
    await world.enqueue(thread, [], [bidOf(4n)]);
    await expect.poll(shown).toContain('4 ETH');
    expect(await world.store.outdatedMessages([thread])).toEqual([]);
    expect(world.discord.messages(thread)).toHaveLength(1);
  });

  it('waits in a locked one, as health says, and is shown as it stands once that is opened', async () => {
    const { world, thread, shown } = await cardInThread({ locked: true });
    await using _world = world;
    const { store, discord, clock } = world;
    discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ManageThreads,
    });
    await world.enqueue(thread, [], [bidOf(4n)]);
    await expect
      .poll(() => store.outdatedMessages([thread]))
      .toEqual([{ channelId: thread, code: 50_083, count: 1 }]);
    await world.enqueue(thread, [], [bidOf(5n)]);
    clock.advance(60 * 60_000);
    expect(shown()).toContain('**3 ETH**');
    expect(await store.queueStatuses([thread])).toMatchObject([{ state: 'open' }]);

    discord.setThread(thread, { archived: false, locked: false });
    await expect
      .poll(() => {
        clock.advance(60_000);
        return shown();
      })
      .toContain('5 ETH');
    await expect.poll(() => store.outdatedMessages([thread])).toEqual([]);
  });
});
