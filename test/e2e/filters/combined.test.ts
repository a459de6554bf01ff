import { describe, expect, it } from 'vitest';
import { previewRule } from '../../../sandbox/demo/preview-rule.ts';
import { readChannel, titlesIn, untilMessages } from '../../support/channel-reading.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { COIN, FOXES, GARDENS, startFilterWorld } from './filter-world.ts';
import { tokensOf } from './marketplace-lists.ts';

const ANNE = `0x${'a1'.repeat(20)}`;
const BORIS = `0x${'b2'.repeat(20)}`;

describe('combined filters', () => {
  it('match only what passes all of them, and are described in one sentence', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const ranked = (await tokensOf(world, FOXES)).toSorted((a, b) => a.rarityRank - b.rarityRank);
    const [first, second, rare] = ranked;
    const common = ranked.at(-1);
    const sale = (options: Parameters<typeof cause.sale>[0]) => () =>
      cause.sale({ collection: FOXES, tokenId: rare?.tokenId, price: 120n * COIN, ...options });
    const words = await world.follow({
      collection: 'Lantern Foxes',
      price_from: '100',
      price_to: '200',
      rank: String(rare?.rarityRank),
      not_wallets: ANNE,
    });

    const titles = await world.postedTitles(
      [
        sale({ collection: GARDENS, tokenId: undefined }),
        sale({ price: 99n * COIN }),
        sale({ price: 201n * COIN }),
        sale({ tokenId: common?.tokenId }),
        sale({ tokenId: first?.tokenId, buyer: ANNE }),
      ],
      [sale({ tokenId: second?.tokenId }), sale({ price: 200n * COIN })],
    );

    expect(words).toBe(
      `Sales · Lantern Foxes · 100 S to 200 S · rank ${rare?.rarityRank} or better · excluding wallet 0xa1a1…a1a1`,
    );
    expect(titles).toEqual([
      `Lantern Fox #${second?.tokenId} sold for 120 S`,
      `Lantern Fox #${rare?.tokenId} sold for 200 S`,
    ]);
  });

  it('are described like “sales of Lantern Foxes from 100 S, rank 500 or better”', async () => {
    await using world = await startFilterWorld();

    expect(await world.follow({ collection: FOXES, price_from: '100', rank: '500' })).toBe(
      'Sales · Lantern Foxes · 100 S and up · rank 500 or better',
    );
  });

  it('of several rules of one channel post what any of them matches, once', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    await world.follow({ collection: FOXES, price_from: '10' });
    await world.follow({ wallets: ANNE });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: FOXES, price: 9n * COIN })],
      [
        () => cause.sale({ collection: FOXES, tokenId: '5', price: COIN, buyer: ANNE }),
        () => cause.sale({ collection: FOXES, tokenId: '6', price: 10n * COIN }),
        () => cause.sale({ collection: FOXES, tokenId: '7', price: 11n * COIN, buyer: ANNE }),
      ],
    );

    expect(titles).toEqual([
      'Lantern Fox #5 sold for 1 S',
      'Lantern Fox #6 sold for 10 S',
      'Lantern Fox #7 sold for 11 S',
    ]);
  });

  it('match a sweep by its sales and by their total', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    await world.follow({ wallets: ANNE, collection: FOXES, price_to: '2' });
    await world.follow({ wallets: ANNE, collection: GARDENS, price_from: '100' });

    const titles = await world.postedTitles(
      [
        () => cause.sale({ collection: FOXES, price: 2n * COIN + 1n, buyer: ANNE }),
        () => cause.sweep(3, { collection: FOXES, buyer: BORIS }),
        () => cause.sweep(3, { collection: GARDENS, buyer: ANNE }),
      ],
      [
        () => cause.sweep(4, { collection: FOXES, buyer: ANNE }),
        () => cause.sweep(50, { collection: GARDENS, buyer: ANNE }),
      ],
    );

    expect(titles.filter((title) => title !== '')).toEqual([
      expect.stringMatching(/^4 × Lantern Foxes swept for [34]\.\d+ S$/),
      expect.stringMatching(/^50 × Orbital Gardens swept for [12]\d\d(?:\.\d+)? S$/),
    ]);
  });

  it('wait for a token that the marketplace does not report at once', async () => {
    await using world = await startFilterWorld();
    const { cause, faults } = world.marketplace;
    await world.follow({ collection: FOXES, rank: '4000' });
    faults.set({ status: 500, times: 2 }, '/api/tokens/*');

    const titles = await world.postedTitles(
      [],
      [() => cause.sale({ collection: FOXES, tokenId: '5', price: COIN })],
    );

    expect(titles).toEqual(['Lantern Fox #5 sold for 1 S']);
  });

  it('apply to auctions too: bids from a minimum price', async () => {
    await using world = await startFilterWorld();
    const { bot, home, marketplace } = world;
    const { cause } = marketplace;
    const words = await world.follow({ alerts: 'auction bids', collection: FOXES, price_from: '5' });
    cause.auction({ collection: GARDENS, startingPrice: 9n * COIN });
    cause.bid({ amount: 9n * COIN });
    cause.auction({ collection: FOXES, tokenId: '5', startingPrice: COIN });
    cause.bid({ amount: 4n * COIN });
    await bot.app.poll();
    expect(readChannel(world, home.channelId)).toEqual([]);

    cause.bid({ amount: 5n * COIN });
    await bot.app.poll();
    await untilMessages(world, home.channelId, 1);

    expect(words).toBe('Auction bids · Lantern Foxes · 5 S and up');
    expect(titlesIn(world, home.channelId)).toEqual(['📈 Bid of 5 S on Lantern Fox #5']);
  });
});

describe('a contradictory filter', () => {
  it.each([
    ['alerts', 'sales and sunsets', /“sunsets”.*Choose from sales, listings/],
    ['collection', 'no such thing', /No collection “no such thing” found/],
    ['price_from', 'much', /Enter a price like 100, 0\.5 or 1\.5k/],
    ['price_to', '-1', /Enter a price like/],
    ['below_floor', '100', /whole number from 1 to 99/],
    ['rank', '0', /Enter a rank like 500/],
  ])('is refused with what is accepted: %s “%s”', async (option, value, words) => {
    await using world = await startFilterWorld();
    const { admin, channelId } = world.home;

    const reply = await admin.command('alerts add', {
      channel: channelId,
      [option]: value,
    });

    expect(reply.message?.content).toMatch(words);
    expect(reply.message?.content).toContain(`**${option}**`);
    expect(reply.message?.components).toEqual([]);
  });

  it.each([
    ['traits', 'Traits', 'Headwear: Crown of Thorns', /No trait “Headwear: Crown of Thorns”/],
    [
      'traits',
      'Traits',
      'Headwear: Crown of Thorns',
      /See all traits with `\/collection traits`|Did you mean/,
    ],
    ['trait_mode', 'Match any or all traits', 'some', /must be “any” \(one is enough\) or “all”/],
    ['wallets', 'Only these wallets', '0x1234', /Enter each wallet’s address/],
    ['wallets', 'Only these wallets', 'nobody-of-that-name', /No user “nobody-of-that-name” found/],
    ['not_wallets', 'Excluded wallets', '0xzz', /Paste the wallet’s address instead/],
    ['amount', 'Minimum units', 'half', /Enter the minimum number of units/],
    ['floor_above', 'Floor rises to', 'high', /Enter a price like 100, 0\.5 or 1\.5k/],
    ['floor_below', 'Floor falls to', '0', /Enter a price like 100, 0\.5 or 1\.5k/],
    ['floor_moves', 'Floor moves by', 'far', /Enter a percentage .*, like 10% in 24h/],
    ['floor_rearm', 'Percent to move back before next alert', '90', /Enter a whole number from 1 to 50/],
    ['recap_hour', 'Recap hour', '25', /Enter an hour from 0 to 23/],
  ])('is refused in the preview with what is accepted: %s (%s) “%s”', async (field, label, value, words) => {
    await using world = await startFilterWorld();
    const { admin, channelId } = world.home;

    const refused = await previewRule(admin, 'alerts add', {
      channel: channelId,
      alerts: 'sales, floor, recaps',
      collection: FOXES,
      [field]: value,
    });

    const said = withPlainCommands(refused.message?.content ?? '');
    expect(said).toMatch(words);
    expect(said).toContain(`**${label}**`);
    expect(refused.ephemeral).toBe(true);
  });
});
