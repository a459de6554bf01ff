import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { readChannel, titlesIn, untilMessages, untilSaid } from '../../support/channel-reading.ts';
import { ANNE, COIN, HOUR_MS, MINUTE_MS, openAuctionRoom, startAuction, toldEnd } from './auction-room.ts';

const LEADS = [60, 30, 10, 5] as const;

describe('an auction that is about to end', () => {
  it('is told 60, 30, 10 or 5 minutes before, as each alert wants it, by the clock alone', async () => {
    await using world = await startBotWorld();
    const { clock, home, marketplace, discord } = world;
    const bot = await world.start();
    const channels = new Map(LEADS.map((lead) => [lead, home.addChannel(`lead-${lead}`)]));
    for (const [lead, channel] of channels) {
      await home.subscribe(channel, { alerts: 'auctions ending soon', ending: String(lead) });
    }
    const { id, tokenName, page } = startAuction(marketplace, { endsInMs: 2 * HOUR_MS });
    await bot.app.look();
    const ends = await toldEnd(marketplace, id);
    const looks = () => marketplace.requests.byPath.get('/api/auctions');
    const looksBefore = looks();

    for (const [lead, channel] of channels) {
      const dueAt = ends * 1_000 - lead * MINUTE_MS;
      clock.leap(dueAt - 5_000 - clock.now());
      expect(readChannel(world, channel)).toEqual([]);
      clock.leap(5_000);
      const [text] = await untilMessages(world, channel, 1);
      expect(text).toContain(`ends <t:${ends}:R>`);
      expect((discord.messages(channel)[0]?.acceptedAtMs ?? 0) - dueAt).toBeLessThan(10_000);
    }

    for (const channel of channels.values()) {
      expect(titlesIn(world, channel)).toEqual([`Auction of ${tokenName} is about to end`]);
      expect(world.embeds(channel)[0]?.url).toBe(page);
    }
    expect(looks()).toBe(looksBefore);
  });

  it('is told 10 minutes before where nothing else was chosen', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions ending soon' });
    const { bot, channelId, clock, marketplace, home } = world;
    startAuction(marketplace, { endsInMs: HOUR_MS });
    await bot.app.look();

    clock.leap(HOUR_MS - 10 * MINUTE_MS + 1_000);
    await untilMessages(world, channelId, 1);

    const list = await home.admin.command('alerts list');
    expect(list.message?.embeds[0]?.description).toContain(
      'auction endings of every collection, told 10 minutes ahead',
    );
  });

  it('is told at once where it began later than that before its end', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions ending soon', ending: '60' });
    const { bot, channelId, marketplace } = world;
    const { tokenName } = startAuction(marketplace, { endsInMs: 20 * MINUTE_MS });

    await bot.app.look();
    await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`Auction of ${tokenName} is about to end`]);
  });

  it('is told later when a bid moves its end before it was told', async () => {
    await using world = await openAuctionRoom({ alerts: 'auctions ending soon', ending: '5' });
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace, { endsInMs: 6 * MINUTE_MS });
    await bot.app.look();

    marketplace.cause.bid({ bidder: ANNE, extensionMs: 20 * MINUTE_MS });
    await bot.app.look();
    clock.leap(14 * MINUTE_MS);
    await bot.app.look();
    expect(readChannel(world, channelId)).toEqual([]);
    clock.leap(MINUTE_MS + 1_000);
    await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`Auction of ${tokenName} is about to end`]);
  });

  it('whose end a bid moves at the last second is told once, and the message shows the new end', async () => {
    await using world = await openAuctionRoom({
      alerts: 'auctions ending soon, auction results',
      ending: '5',
    });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace, { endsInMs: 10 * MINUTE_MS });
    await bot.app.look();
    clock.leap(5 * MINUTE_MS + 1_000);
    await untilMessages(world, channelId, 1);

    clock.leap(5 * MINUTE_MS - 3_000);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN, extensionMs: 7 * MINUTE_MS });
    const ends = await toldEnd(marketplace, id);
    clock.leap(5_000);
    await bot.app.look();
    const texts = await untilSaid(world, channelId, 'extended once');

    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(`ends <t:${ends}:R>`);
    expect(texts[0]).toContain('Highest bid: **2 S**');
    clock.leap(7 * MINUTE_MS);
    await bot.app.look();
    await untilMessages(world, channelId, 2);
    expect(titlesIn(world, channelId)).toEqual([
      `Auction of ${tokenName} is about to end`,
      `Auction of ${tokenName} is over at 2 S`,
    ]);
  });
});
