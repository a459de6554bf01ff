import { describe, expect, it } from 'vitest';
import { createLinks } from '../../../src/discord/links.ts';
import type { Showing } from '../../../src/discord/views/alert-frame.ts';
import { listingEmbed, saleEmbed } from '../../../src/discord/views/sale.ts';
import type { PriceStory, SaleAlert, SoldItem } from '../../../src/domain/alert.ts';
import { USUAL_SETTINGS } from '../../../src/domain/settings.ts';
import type { Rarity } from '../../../src/domain/token.ts';
import { address } from '../../support/build-activity.ts';
import { listingAlert, saleAlert, soldItem } from '../../support/build-alert.ts';
import { TEMPLATES, viewContext, withoutPages } from './view-context.ts';

const BIG: Showing = { mark: 'alert abcd1234', look: 'big' };

const embedOf = (item: Partial<SoldItem>, alert: Partial<SaleAlert> = {}, context = viewContext()) =>
  saleEmbed(saleAlert(7, { item: soldItem(item), ...alert }), BIG, context);

function fieldOf(
  name: string,
  item: Partial<SoldItem>,
  alert: Partial<SaleAlert> = {},
  context = viewContext(),
) {
  return embedOf(item, alert, context).fields?.find((field) => field.name === name)?.value;
}

describe('the embed of a sale', () => {
  it('tells at one glance what was sold for how much, and by whom to whom', () => {
    expect(saleEmbed(saleAlert(7), BIG, viewContext())).toEqual({
      color: 0x2ecc71,
      author: {
        name: 'Punks',
        url: 'https://market.example/collection/0x00000000000000000000000000000000000000c0',
      },
      title: 'Punk #7 sold for 22.75 ETH',
      url: 'https://market.example/item/0x00000000000000000000000000000000000000c0/7',
      fields: [
        { name: 'Price', value: '**22.75 ETH**', inline: true },
        {
          name: 'Seller',
          value: '[0x0000…005e](https://market.example/profile/0x000000000000000000000000000000000000005e)',
          inline: true,
        },
        {
          name: 'Buyer',
          value: '[0x0000…00b0](https://market.example/profile/0x00000000000000000000000000000000000000b0)',
          inline: true,
        },
        { name: 'Rarity', value: 'rank 12 of 1,000 (top 1.2%)', inline: true },
        {
          name: 'Transaction',
          value:
            '[view](https://explorer.example/tx/0x0000000000000000000000000000000000000000000000000000000000000007)',
          inline: true,
        },
        { name: 'Traits', value: 'hat: **beanie** · 4.5%', inline: false },
      ],
      image: { url: 'https://example.com/7.png' },
      footer: { text: 'Test Market · alert abcd1234' },
      timestamp: '2026-01-01T00:00:07.000Z',
    });
  });

  it('leaves out what was not told', () => {
    const embed = embedOf(
      { rarity: null, attributes: [], image: null, seller: null },
      { buyer: null, txHash: null },
      withoutPages,
    );
    expect(embed.fields?.map(({ name }) => name)).toEqual(['Price']);
    expect(embed).not.toHaveProperty('image');
    expect(embed).not.toHaveProperty('url');
    expect(embed.author).toEqual({ name: 'Punks' });
  });

  it('never tells a price in another coin as one in the chain’s own', () => {
    const embed = embedOf({ price: 5_000_000n, currency: address(0xcc), quantity: 5n });
    expect(embed.title).toBe('Punk #7 sold');
    expect(embed.fields?.find(({ name }) => name === 'Price')?.value).toBe(
      '5,000,000 base units of another coin (0x0000…00cc)',
    );
    expect(embed.fields?.find(({ name }) => name === 'Amount')?.value).toBe('5 units');
  });

  it.each([
    ['the token’s own name', { tokenName: 'Punk #7', collectionName: 'Punks' }, 'Punk #7'],
    ['the collection’s name and the number', { tokenName: null, collectionName: 'Punks' }, 'Punks #7'],
    [
      'the number shortened where nobody can read it',
      { tokenName: null, tokenId: '1'.repeat(77) },
      'Punks #1111…1111',
    ],
    ['the address where no name is known', { tokenName: ' ', collectionName: '\u200b' }, '0x0000…00c0 #7'],
  ])('calls the token by %s', (_what, item, name) => {
    expect(embedOf(item).title).toBe(`${name} sold for 22.75 ETH`);
  });

  it('takes the collection’s name from the local directory where the feed does not tell it', () => {
    const context = viewContext({ collectionName: () => 'Known Punks' });
    expect(embedOf({ collectionName: null }, {}, context).author?.name).toBe('Known Punks');
    expect(embedOf({ collectionName: '\u200b' }, {}, context).author?.name).toBe('Known Punks');
  });

  it('escapes the name in the title, where Discord reads markdown, and not in the author, where it does not', () => {
    const embed = embedOf({ tokenName: '**Free** [mint](https://evil.example)', collectionName: 'a_b_c' });
    expect(embed.title).toBe(
      '\\*\\*Free\\*\\* \\[mint\\]\\(https:\u200b//evil.example\\) sold for 22.75 ETH',
    );
    expect(embed.author?.name).toBe('a_b_c');
  });

  describe('shows the price', () => {
    it.each([
      [0n, '**0 ETH**'],
      [1n, '**0.000000000000000001 ETH**'],
      [10n ** 24n, '**1,000,000 ETH**'],
      [1_234_500_000_000_000_000n, '**1.235 ETH**\n-# exactly 1.2345 ETH'],
      [10n ** 24n + 1n, '**1,000,000 ETH**\n-# exactly 1000000.000000000000000001 ETH'],
    ])('of %d wei with every digit', (price, text) => {
      expect(fieldOf('Price', { price })).toBe(text);
    });

    it('as not told where it was not, and the title then only says that it was sold', () => {
      expect(fieldOf('Price', { price: null })).toBe('not told by the marketplace');
      expect(embedOf({ price: null }).title).toBe('Punk #7 sold');
    });
  });

  it.each<[Rarity, string]>([
    [{ rank: 7_832, total: 10_000 }, 'rank 7,832 of 10,000'],
    [{ rank: 1, total: 10_000 }, 'rank 1 of 10,000 (top 0.1%)'],
    [{ rank: 1_000, total: 10_000 }, 'rank 1,000 of 10,000 (top 10%)'],
    [{ rank: 12, total: null }, 'rank 12'],
    [{ rank: 12, total: 3 }, 'rank 12'],
    [{ rank: 1, total: 1 }, 'rank 1 of 1'],
  ])('says what a rank of %j means', (rarity, text) => {
    expect(fieldOf('Rarity', { rarity })).toBe(text);
  });

  it('shows the rarest traits first and counts the others', () => {
    const attributes = Array.from({ length: 300 }, (_, number) => ({
      type: `trait ${number}`,
      value: 'yes',
      rarity: number === 299 ? 0.01 : null,
    }));
    const lines = fieldOf('Traits', { attributes })?.split('\n') ?? [];
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe('trait 299: **yes** · under 0.1%');
    expect(lines.at(-1)).toBe('and 294 more traits');
    expect(fieldOf('Traits', { attributes: attributes.slice(0, 7) })).toMatch(/\nand 1 more trait$/);
  });

  it('leaves out traits that show nothing', () => {
    expect(
      fieldOf('Traits', { attributes: [{ type: 'hat', value: '\u200b', rarity: null }] }),
    ).toBeUndefined();
    expect(fieldOf('Traits', { attributes: [{ type: '', value: 'rare', rarity: 101 }] })).toBe('**rare**');
  });

  it('tells how many units changed hands, and what each cost where it comes out even', () => {
    expect(fieldOf('Amount', { quantity: 1n })).toBeUndefined();
    expect(fieldOf('Amount', { quantity: 5n, price: 10n ** 18n })).toBe('5 units, 0.2 ETH each');
    expect(fieldOf('Amount', { quantity: 3n, price: 10n ** 18n })).toBe('3 units');
    expect(fieldOf('Amount', { quantity: 1_500n, price: null })).toBe('1,500 units');
  });

  it('shows a wallet in code where no page is known', () => {
    expect(fieldOf('Seller', {}, {}, withoutPages)).toBe('`0x0000…005e`');
  });

  it('keeps a page with brackets from ending the link early', () => {
    const links = createLinks({ ...TEMPLATES, profile: 'https://market.example/(p)/{address}' });
    expect(fieldOf('Seller', {}, {}, viewContext({ links }))).toBe(
      '[0x0000…005e](https://market.example/%28p%29/0x000000000000000000000000000000000000005e)',
    );
  });

  it('shows the picture small and no traits where the channel wants the normal look', () => {
    const embed = saleEmbed(saleAlert(7), { ...BIG, look: 'normal' }, viewContext());
    expect(embed.thumbnail?.url).toBe('https://example.com/7.png');
    expect(embed).not.toHaveProperty('image');
    expect(embed.fields?.map(({ name }) => name)).not.toContain('Traits');
  });

  it('has the server’s own colour and way with numbers', () => {
    const settings = { ...USUAL_SETTINGS, locale: 'de-DE', colours: { sale: 0x123456 } };
    const embed = embedOf({}, {}, viewContext({ settings }));
    expect(embed.color).toBe(0x123456);
    expect(embed.title).toBe('Punk #7 sold for 22,75 ETH');
    expect(embed.fields?.find(({ name }) => name === 'Rarity')?.value).toBe(
      'rank 12 of 1.000 (top 1,2\u00a0%)',
    );
  });

  it.each([253_402_300_800, 1e15, -1])('has no time where %d is none that Discord can show', (occurredAt) => {
    expect(embedOf({}, { occurredAt })).not.toHaveProperty('timestamp');
  });
});

describe('the story of a sale', () => {
  const COIN = 10n ** 18n;
  const MINUTE = 60;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  const soldAt = saleAlert(7).occurredAt;
  const at = soldAt - 92 * DAY;
  const storyOf = (story: Partial<PriceStory>, item: Partial<SoldItem> = {}) =>
    embedOf({
      price: 20n * COIN,
      story: { bought: null, last: null, floor: null, record: false, ...story },
      ...item,
    }).description;

  it('tells what it was bought for, how long it was held, and what became of that', () => {
    expect(storyOf({ bought: { price: 16n * COIN, at } })).toBe(
      'bought for 16 ETH, held 3 months · **+25%**',
    );
    expect(storyOf({ bought: { price: 25n * COIN, at } })).toContain('**-20%**');
    expect(storyOf({ bought: { price: 20n * COIN, at } })).toContain('**the same price**');
    expect(storyOf({ bought: { price: COIN, at } })).toContain('**20 times as much**');
  });

  it('tells no change where none can be said', () => {
    const bought = { price: 0n, at };
    expect(storyOf({ bought })).toBe('bought for 0 ETH, held 3 months');
    expect(storyOf({ bought: { ...bought, price: COIN } }, { price: null })).toBe(
      'bought for 1 ETH, held 3 months',
    );
  });

  it.each([
    [0, 'under a minute'],
    [59, 'under a minute'],
    [60, '1 minute'],
    [119 * MINUTE, '119 minutes'],
    [2 * HOUR, '2 hours'],
    [2 * DAY - 1, '47 hours'],
    [2 * DAY, '2 days'],
    [60 * DAY, '60 days'],
    [61 * DAY, '2 months'],
    [731 * DAY, '2 years'],
    [20_000 * DAY, '54 years'],
  ])('says of %d seconds that it was held %s', (seconds, text) => {
    expect(storyOf({ bought: { price: COIN, at: soldAt - seconds } })).toContain(`held ${text} ·`);
  });

  it('tells what it went for before, where the seller is not known to have bought it', () => {
    const last = { price: 16n * COIN, at: soldAt - 3 * DAY };
    expect(storyOf({ last })).toBe('last sold for 16 ETH, 3 days earlier');
    expect(storyOf({ last, bought: { price: 16n * COIN, at } })).toBe(
      'bought for 16 ETH, held 3 months · **+25%**',
    );
    expect(storyOf({ last: { ...last, at: soldAt + 60 } })).toBe('last sold for 16 ETH');
    const item = soldItem({
      story: { bought: null, last: { price: COIN, at: 1_759_276_800 }, floor: null, record: false },
    });
    expect(listingEmbed(listingAlert({ item }), BIG, viewContext()).description).toBe(
      'last sold for 1 ETH <t:1759276800:R>',
    );
  });

  it('says of no sale that it was before the purchase', () => {
    expect(storyOf({ bought: { price: 16n * COIN, at: soldAt + 60 } })).toBe('bought for 16 ETH · **+25%**');
  });

  it.each([
    [20n * COIN, 'the floor price'],
    [25n * COIN, '20% below the floor of 25 ETH'],
    [16n * COIN, '25% above the floor of 16 ETH'],
    [2n * COIN, '10 times the floor of 2 ETH'],
    [20_001_000_000_000_000_000n, 'under 0.1% below the floor of 20.001 ETH'],
    [10n ** 24n, 'over 99% below the floor of 1,000,000 ETH'],
  ])('measures the price against a floor of %d wei', (floor, text) => {
    expect(storyOf({ floor })).toBe(text);
  });

  it('measures each of several units for itself', () => {
    expect(storyOf({ floor: 10n * COIN }, { price: 24n * COIN, quantity: 3n })).toBe(
      'each 20% below the floor of 10 ETH',
    );
    expect(storyOf({ floor: 10n * COIN }, { price: 30n * COIN, quantity: 3n })).toBe('each the floor price');
  });

  it('never measures an amount of another coin', () => {
    expect(storyOf({ floor: COIN }, { currency: address(0xcc) })).toBeUndefined();
  });

  it('begins with the record, where it is one', () => {
    expect(storyOf({ record: true, floor: 25n * COIN })).toBe(
      '🏆 **highest sale of the collection ever**\n20% below the floor of 25 ETH',
    );
  });

  it('is not there where nothing is known', () => {
    expect(storyOf({})).toBeUndefined();
    expect(embedOf({ story: null })).not.toHaveProperty('description');
  });
});

describe('the embed of a listing', () => {
  it('tells what is asked and how that compares', () => {
    const item = soldItem({ story: { bought: null, last: null, floor: 29n * 10n ** 18n, record: false } });
    const embed = listingEmbed(listingAlert({ item }), BIG, viewContext());
    expect(embed.title).toBe('Punk #7 listed for 22.75 ETH');
    expect(embed.description).toBe('22% below the floor of 29 ETH');
    expect(embed.fields?.map(({ name }) => name)).toEqual(['Price', 'Seller', 'Rarity', 'Traits']);
  });

  it('tells since when the seller has it', () => {
    const bought = { price: 20n * 10n ** 18n, at: 1_759_276_800 };
    const item = soldItem({
      price: 25n * 10n ** 18n,
      story: { bought, last: null, floor: null, record: false },
    });
    const embed = listingEmbed(listingAlert({ item }), BIG, viewContext());
    expect(embed.description).toBe('bought for 20 ETH <t:1759276800:R> · **+25%**');
  });
});
