import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import {
  readChannel,
  titlesIn,
  untilMessageIncludes,
  untilMessages,
  untilTitles,
} from '../../support/channel-reading.ts';
import {
  ANNE,
  COIN,
  HOUR_MS,
  MINUTE_MS,
  reportedEnd,
  startAuction,
  startAuctionWorld,
} from './auction-world.ts';

const LEADS = [60, 30, 10, 5] as const;

describe('an auction that is about to end', () => {
  it('is posted 60, 30, 10 or 5 minutes before, as each rule sets it, without a poll', async () => {
    await using world = await startBotWorld();
    const { clock, home, marketplace, discord } = world;
    const bot = await world.start();
    const channels = new Map(LEADS.map((lead) => [lead, home.addChannel(`lead-${lead}`)]));
    for (const [lead, channel] of channels) {
      await home.subscribe(channel, { alerts: 'auctions ending soon', ending: String(lead) });
    }
    const { id, tokenName, page } = startAuction(marketplace, { endsInMs: 2 * HOUR_MS });
    await bot.app.poll();
    const ends = await reportedEnd(marketplace, id);
    const polls = () => marketplace.requests.byPath.get('/api/auctions');
    const pollsBefore = polls();

    for (const [lead, channel] of channels) {
      const dueAt = ends * 1_000 - lead * MINUTE_MS;
      clock.advance(dueAt - 5_000 - clock.now());
      expect(readChannel(world, channel)).toEqual([]);
      clock.advance(5_000);
      const [text] = await untilMessages(world, channel, 1);
      expect(text).toContain(`Ends <t:${ends}:R>`);
      expect((discord.messages(channel)[0]?.acceptedAtMs ?? 0) - dueAt).toBeLessThan(10_000);
    }

    for (const channel of channels.values()) {
      expect(titlesIn(world, channel)).toEqual([`⏳ ${tokenName} ends soon`]);
      expect(world.embeds(channel)[0]?.url).toBe(page);
    }
    expect(polls()).toBe(pollsBefore);
  });

  it('is posted 10 minutes before by default', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions ending soon' });
    const { bot, channelId, clock, marketplace, home } = world;
    startAuction(marketplace, { endsInMs: HOUR_MS });
    await bot.app.poll();

    clock.advance(HOUR_MS - 10 * MINUTE_MS + 1_000);
    await untilMessages(world, channelId, 1);

    const list = await home.admin.command('alerts list');
    expect(list.message?.embeds[0]?.description).toContain(
      'Auctions ending soon · all collections · 10 minutes before auctions end',
    );
  });

  it('is posted at once when it started later than the lead time before its end', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions ending soon', ending: '60' });
    const { bot, channelId, marketplace } = world;
    const { tokenName } = startAuction(marketplace, { endsInMs: 20 * MINUTE_MS });

    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`⏳ ${tokenName} ends soon`]);
  });

  it('is posted later when a bid extends it before it was posted', async () => {
    await using world = await startAuctionWorld({ alerts: 'auctions ending soon', ending: '5' });
    const { bot, channelId, clock, marketplace } = world;
    const { tokenName } = startAuction(marketplace, { endsInMs: 6 * MINUTE_MS });
    await bot.app.poll();

    marketplace.cause.bid({ bidder: ANNE, extensionMs: 20 * MINUTE_MS });
    await bot.app.poll();
    clock.advance(14 * MINUTE_MS);
    await bot.app.poll();
    expect(readChannel(world, channelId)).toEqual([]);
    clock.advance(MINUTE_MS + 1_000);
    await untilMessages(world, channelId, 1);

    expect(titlesIn(world, channelId)).toEqual([`⏳ ${tokenName} ends soon`]);
  });

  it('that a bid extends at the last second is posted once, and the message shows the new end', async () => {
    await using world = await startAuctionWorld({
      alerts: 'auctions ending soon, auction results',
      ending: '5',
    });
    const { bot, channelId, clock, marketplace } = world;
    const { id, tokenName } = startAuction(marketplace, { endsInMs: 10 * MINUTE_MS });
    await bot.app.poll();
    clock.advance(5 * MINUTE_MS + 1_000);
    await untilMessages(world, channelId, 1);

    clock.advance(5 * MINUTE_MS - 3_000);
    marketplace.cause.bid({ bidder: ANNE, amount: 2n * COIN, extensionMs: 7 * MINUTE_MS });
    const ends = await reportedEnd(marketplace, id);
    clock.advance(5_000);
    await bot.app.poll();
    const texts = await untilMessageIncludes(world, channelId, 'extended once');

    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(`Ends <t:${ends}:R>`);
    expect(texts[0]).toContain('**2 S** top bid');
    clock.advance(7 * MINUTE_MS);
    await bot.app.poll();
    await untilMessages(world, channelId, 2);
    const over = `🏁 Auction of ${tokenName} ended at 2 S, settling`;
    await untilTitles(world, channelId, [over, over]);
    clock.advance(MINUTE_MS);
    await bot.app.poll();
    const won = `🏁 ${tokenName} won at auction for 2 S`;
    await untilTitles(world, channelId, [won, won]);
  });
});

describe('a short auction for rules by a rank that is not known at first', () => {
  const LATE_DETAILS = '/api/tokens/*';

  it.each([
    ['was due already at its start', 8 * MINUTE_MS],
    ['came due meanwhile', 12 * MINUTE_MS],
  ])('is posted as its start alone, although its end %s', async (_, endsInMs) => {
    await using world = await startAuctionWorld({ rank: '4000' });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.faults.set({ drop: true }, LATE_DETAILS);
    startAuction(marketplace, { endsInMs });
    await bot.app.poll();
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(MINUTE_MS);
      await bot.app.poll();
    }
    expect(titlesIn(world, channelId)).toEqual([]);

    marketplace.faults.clear();
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(MINUTE_MS);
      await bot.app.poll();
    }
    await untilMessages(world, channelId, 1);
    // What would follow is before this.
    const { tokenName } = startAuction(marketplace);
    await bot.app.poll();
    await untilMessageIncludes(world, channelId, tokenName);
    expect(titlesIn(world, channelId)).toEqual([
      expect.stringMatching(/ is up for auction$/),
      `🔨 ${tokenName} is up for auction`,
    ]);
  });

  it('is posted with its coming end where that comes due after the start was posted', async () => {
    await using world = await startAuctionWorld({ rank: '4000' });
    const { bot, channelId, clock, marketplace } = world;
    marketplace.faults.set({ drop: true }, LATE_DETAILS);
    startAuction(marketplace, { endsInMs: 12 * MINUTE_MS });
    await bot.app.poll();
    marketplace.faults.clear();
    clock.advance(MINUTE_MS);
    await bot.app.poll();
    await untilMessages(world, channelId, 1);

    clock.advance(2 * MINUTE_MS);
    await bot.app.poll();
    expect(await untilMessages(world, channelId, 2)).toHaveLength(2);
  });
});
