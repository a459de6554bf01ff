import { ChannelType, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { startDeliveryWorld } from './delivery-world.ts';

const COIN = 10n ** 18n;

describe('a live message', () => {
  it.for(['nothing', 'process-then-reset', 'reset', 'rate-limit'] as const)(
    'shows in the end how its auction stands, in one message, whatever happens to an edit (%s)',
    async (fault, { expect }) => {
      await using world = await startDeliveryWorld();
      const { discord, channelId } = world;
      const at = (coins: bigint) => auctionAlert({ topic: 'auction_bid', highestBid: coins * COIN });
      await world.enqueue(channelId, [auctionAlert()]);
      await expect.poll(() => discord.messages(channelId).length).toBe(1);
      if (fault === 'rate-limit') {
        discord.faults.add({ do: fault, retryAfterMs: 200 }, { method: 'PATCH', times: 1 });
      } else if (fault !== 'nothing') {
        discord.faults.add({ do: fault }, { method: 'PATCH', times: 1 });
      }

      for (const coins of [4n, 5n, 6n]) {
        await world.enqueue(channelId, [], [{ key: 'auction:a-1', state: at(coins) }]);
      }
      function shownLater(): string {
        world.clock.advance(1_000);
        return JSON.stringify(discord.messages(channelId)[0]?.payload.embeds);
      }
      await expect.poll(shownLater).toContain('6 ETH');
      expect(discord.messages(channelId)).toHaveLength(1);
    },
  );

  it('that an admin deleted is abandoned, and other messages go on', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId } = world;
    await world.enqueue(channelId, [auctionAlert()]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    const [message] = discord.messages(channelId);
    await world.call('DELETE', `/channels/${channelId}/messages/${message?.id ?? ''}`);

    const state = auctionAlert({ topic: 'auction_bid', bidCount: 9 });
    await world.enqueue(channelId, [saleAlert(1)], [{ key: 'auction:a-1', state }]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    await expect.poll(() => world.store.channelsWithWork()).toEqual([]);
  });
});

describe('what a channel chose', () => {
  it('is to publish: every message reaches the servers that follow it', async () => {
    await using world = await startDeliveryWorld();
    const { discord, guildId } = world;
    const { id } = discord.createChannel({ guildId, name: 'news', type: ChannelType.GuildAnnouncement });
    world.choose(id, { publish: true });
    await world.enqueue(id, [saleAlert(1)]);
    await expect.poll(() => discord.messages(id)[0]?.payload.flags).toBe(MessageFlags.Crossposted);
  });

  it('is to ping a role: it is notified once, and not again while the cool-down lasts', async () => {
    await using world = await startDeliveryWorld();
    const { guilds, discord, guildId, channelId } = world;
    const { id: roleId } = discord.createRole({ guildId, name: 'collectors' });
    await expect.poll(() => guilds.get(guildId)?.roles.has(roleId)).toBe(true);
    world.choose(channelId, { ping: { roleId, minimum: COIN, coolDownMinutes: 5 } });
    await world.enqueue(channelId, [saleAlert(1)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    await world.enqueue(channelId, [saleAlert(2)]);
    await expect.poll(() => discord.messages(channelId).length).toBe(2);
    const contents = discord.messages(channelId).map(({ payload }) => payload.content);
    expect(contents).toEqual([`<@&${roleId}>`, '']);
  });

  it('may not be posted now: what was held back comes in one summary', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId } = world;
    const minute = Math.floor((world.clock.now() / 60_000) % 1_440);
    world.choose(channelId, { quiet: { from: minute, to: (minute + 120) % 1_440 } });
    for (const number of [1, 2, 3]) await world.enqueue(channelId, [saleAlert(number)]);
    await expect.poll(async () => (await world.store.channelWork(channelId, 9)).toSummarise).toBe(3);
    expect(discord.messages(channelId)).toEqual([]);

    world.clock.advance(120 * 60_000);
    await expect.poll(() => discord.messages(channelId).length).toBe(1);
    const text = JSON.stringify(discord.messages(channelId)[0]?.payload.embeds);
    for (const number of [1, 2, 3]) expect(text).toContain(`Punk #${number}`);
  });
});
