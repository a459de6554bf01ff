import { describe, expect, it } from 'vitest';
import type { ListingAlert, PriceContext, SaleAlert, SoldItem } from '#src/alerts/alert.ts';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { createLinks } from '#src/marketplace/links.ts';
import type { Rarity } from '#src/marketplace/resources/item.ts';
import { address } from '../../support/build-activity.ts';
import { listingAlert, saleAlert, soldItem } from '../../support/build-alert.ts';
import { TEMPLATES, viewContext, withoutPages } from '../views/view-context.ts';
import { cardOf } from './draw.ts';

const COIN = 10n ** 18n;
const DAY = 24 * 60 * 60;
const normalCard = (alert: SaleAlert | ListingAlert, context = viewContext()) =>
  cardOf(alert, 'normal', context)[0];

const embedOf = (item: Partial<SoldItem>, alert: Partial<SaleAlert> = {}, context = viewContext()) =>
  normalCard(saleAlert(7, { item: soldItem(item), ...alert }), context);

/** The lines below the title. */
const linesOf = (...parameters: Parameters<typeof embedOf>) =>
  embedOf(...parameters).description?.split('\n') ?? [];

/** What is worth knowing of the price and the token, in one line. */
const contextOf = (...parameters: Parameters<typeof embedOf>) => linesOf(...parameters)[0];

const UNKNOWN: PriceContext = { bought: null, last: null, floor: null, record: false };
const SELLER = '[0x0000…005e](https://market.example/profile/0x000000000000000000000000000000000000005e)';
const BUYER = '[0x0000…00b0](https://market.example/profile/0x00000000000000000000000000000000000000b0)';

describe('the card of a sale', () => {
  it('says what was sold for how much, in one line how remarkable that is, and who bought and sold it', () => {
    const context = viewContext({ collectionPicture: () => 'https://example.com/punks.png' });
    const last = { price: 16n * COIN, at: 1_765_000_000 };
    const priceContext = { ...UNKNOWN, last, floor: 18_200_000_000_000_000_000n };
    expect(embedOf({ priceContext }, {}, context)).toEqual({
      color: 0x2ecc71,
      author: {
        name: 'Punks',
        url: 'https://market.example/collection/0x00000000000000000000000000000000000000c0',
        icon_url: 'https://example.com/punks.png',
      },
      title: '**Punk #7** sold for **22.75 ETH**',
      url: 'https://market.example/item/0x00000000000000000000000000000000000000c0/7',
      description: [
        '25% above floor · rank 12 · last sold for 16 ETH <t:1765000000:R>',
        `Buyer ${BUYER} · Seller ${SELLER}`,
      ].join('\n'),
      thumbnail: { url: 'https://example.com/7.png' },
      footer: { text: 'Test Market' },
    });
  });

  it('leaves out what is not known', () => {
    const embed = embedOf(
      { rarity: null, attributes: [], image: null, seller: null },
      { buyer: null, txHash: null },
      withoutPages,
    );
    expect(Object.keys(embed)).toEqual(['color', 'author', 'title', 'footer']);
    expect(embed.author).toEqual({ name: 'Punks' });
  });

  it('shows the mark of a verified collection behind its name', () => {
    const context = viewContext({ isVerified: () => true });
    expect(embedOf({}, {}, context).author?.name).toBe('Punks ✓');
  });

  it('has no icon that Discord cannot show', () => {
    const context = viewContext({ collectionPicture: () => 'data:image/png;base64,AAAA' });
    expect(embedOf({}, {}, context).author).not.toHaveProperty('icon_url');
  });

  it.each([
    ['where both are known', {}, {}, 'Buyer `0x0000…00b0` · Seller `0x0000…005e`'],
    ['where only the seller is', {}, { buyer: null }, 'Seller `0x0000…005e`'],
    ['where only the buyer is', { seller: null }, {}, 'Buyer `0x0000…00b0`'],
  ])('names buyer and seller %s', (_what, item, alert, line) => {
    expect(linesOf(item, alert, withoutPages)[1]).toBe(line);
  });

  it('shows the name of a wallet, where one is cached, and its address too unless the page shows that', () => {
    const walletName = (wallet: string) => (wallet === address(0xb0) ? 'punk-lover' : null);
    const links = createLinks({ ...TEMPLATES, transaction: null });
    expect(linesOf({}, {}, viewContext({ walletName, links }))[1]).toBe(
      `Buyer [punk-lover](https://market.example/profile/0x00000000000000000000000000000000000000b0) · Seller ${SELLER}`,
    );
    expect(linesOf({}, {}, { ...withoutPages, walletName })[1]).toBe(
      'Buyer punk-lover (`0x0000…00b0`) · Seller `0x0000…005e`',
    );
  });

  it.each(['0x0000…00ff', '0X1234', '“0x1234”'])(
    'shows the address after the name %s, which looks like one',
    (name) => {
      const links = createLinks({ ...TEMPLATES, transaction: null });
      const parties = linesOf({}, {}, viewContext({ walletName: () => name, links }))[1];
      expect(parties).toContain(`Buyer [${name} (0x0000…00b0)](https://market.example/profile/`);
    },
  );

  it('escapes the name of a wallet, and shows no invisible one', () => {
    const parties = (name: string) => linesOf({}, {}, { ...withoutPages, walletName: () => name })[1];
    expect(parties('**a**')).toContain('\\*\\*a\\*\\* (`0x0000…005e`)');
    expect(parties('\u200b')).toBe('Buyer `0x0000…00b0` · Seller `0x0000…005e`');
    expect(parties('x'.repeat(500))?.length).toBeLessThan(145);
  });

  describe('in another coin', () => {
    const other = { price: 5_000_000n, currency: address(0xcc), quantity: 5n };

    it('shows its amount, and the address of the coin in full', () => {
      const embed = embedOf({ ...other, coin: { symbol: 'USDC', decimals: 6 } });
      expect(embed.title).toBe('**Punk #7** sold for **5 USDC (0x0000…00cc)**');
      expect(embed.description).toContain(' · coin `0x00000000000000000000000000000000000000cc`');
    });

    it('shows base units where the decimals of the coin are unknown', () => {
      const embed = embedOf(other);
      expect(embed.title).toBe('**Punk #7** sold for **another coin**');
      expect(embed.description).toContain(
        ' · 5,000,000 base units of another coin (`0x00000000000000000000000000000000000000cc`)',
      );
    });
  });

  it.each([
    ['the token’s own name', { tokenName: 'Punk #7', collectionName: 'Punks' }, 'Punk #7'],
    ['the collection’s name and the number', { tokenName: null, collectionName: 'Punks' }, 'Punks #7'],
    [
      'the number shortened where it is too long to read',
      { tokenName: null, tokenId: '1'.repeat(77) },
      'Punks #1111…1111',
    ],
    ['the address where no name is known', { tokenName: ' ', collectionName: '\u200b' }, '0x0000…00c0 #7'],
  ])('calls the token by %s', (_what, item, name) => {
    expect(embedOf(item).title).toBe(`**${name}** sold for **22.75 ETH**`);
  });

  it('takes the collection’s name from the local directory where the feed does not report it', () => {
    const context = viewContext({ collectionName: () => 'Known Punks' });
    expect(embedOf({ collectionName: null }, {}, context).author?.name).toBe('Known Punks');
    expect(embedOf({ collectionName: '\u200b' }, {}, context).author?.name).toBe('Known Punks');
  });

  it('escapes the name in the title, where Discord reads markdown, and not in the author, where it does not', () => {
    const embed = embedOf({ tokenName: '**Free** [mint](https://evil.example)', collectionName: 'a_b_c' });
    expect(embed.title).toBe(
      '**\\*\\*Free\\*\\* \\[mint\\]\\(https:\u200b//evil.example\\)** sold for **22.75 ETH**',
    );
    expect(embed.author?.name).toBe('a_b_c');
  });

  it.each([
    [0n, '0 ETH'],
    [1n, '0.000000000000000001 ETH'],
    [10n ** 24n, '1,000,000 ETH'],
    [1_234_500_000_000_000_000n, '1.235 ETH'],
    [10n ** 24n + 1n, '1,000,000 ETH'],
  ])('shows a price of %d wei as people read it', (price, text) => {
    const embed = embedOf({ price });
    expect(embed.title).toBe(`**Punk #7** sold for **${text}**`);
    expect(JSON.stringify(embed)).not.toContain('exactly');
  });

  it('says so where the price was not reported', () => {
    expect(embedOf({ price: null }).title).toBe('**Punk #7** sold');
    expect(contextOf({ price: null })).toBe('rank 12 · price not reported');
  });

  it.each<[Rarity, string]>([
    [{ rank: 7_832, total: 10_000 }, 'rank 7,832'],
    [{ rank: 12, total: null }, 'rank 12'],
  ])('shows a rank of %j', (rarity, text) => {
    expect(contextOf({ rarity })).toBe(text);
  });

  it('says how many units changed hands, and what each cost where it comes out even', () => {
    const units = (item: Partial<SoldItem>) => contextOf({ rarity: null, ...item });
    expect(units({ quantity: 5n, price: COIN })).toBe('5 units, 0.2 ETH each');
    expect(units({ quantity: 3n, price: COIN })).toBe('3 units');
    expect(units({ quantity: 1_500n, price: null })).toBe('1,500 units · price not reported');
  });

  it('keeps a page with brackets from ending the link early', () => {
    const links = createLinks({ ...TEMPLATES, profile: 'https://market.example/(p)/{address}' });
    expect(linesOf({}, {}, viewContext({ links }))[1]).toContain(
      'Seller [0x0000…005e](https://market.example/%28p%29/0x000000000000000000000000000000000000005e)',
    );
  });

  it('differs only by its picture where the channel wants the big look', () => {
    const [{ image, ...big }] = cardOf(saleAlert(7), 'big', viewContext());
    const [{ thumbnail, ...normal }] = cardOf(saleAlert(7), 'normal', viewContext());
    expect(big).toEqual(normal);
    expect(image).toEqual(thumbnail);
  });

  it('has the server’s own colour and way with numbers', () => {
    const settings = { ...DEFAULT_GUILD_SETTINGS, language: 'en-ZA' as const, colours: { sale: 0x123456 } };
    const embed = embedOf({}, {}, viewContext({ settings }));
    expect(embed.color).toBe(0x123456);
    expect(embed.title).toBe('**Punk #7** sold for **22,75 ETH**');
  });
});

describe('the context of a sale', () => {
  const soldAt = saleAlert(7).occurredAt;
  const at = soldAt - 92 * DAY;
  const contextWith = (priceContext: Partial<PriceContext>, item: Partial<SoldItem> = {}) =>
    contextOf({
      price: 20n * COIN,
      rarity: null,
      priceContext: { ...UNKNOWN, ...priceContext },
      ...item,
    });

  it('says how long the seller had it, and what the sale brought', () => {
    expect(contextWith({ bought: { price: 16n * COIN, at } })).toBe('held 3 months, +4 ETH');
    expect(contextWith({ bought: { price: 20_200_000_000_000_000_000n, at: soldAt - 21 * DAY } })).toBe(
      'held 3 weeks, -0.2 ETH',
    );
    expect(contextWith({ bought: { price: 20n * COIN, at: soldAt - 59 } })).toBe(
      'held under a minute, same price',
    );
    expect(contextWith({ bought: { price: 0n, at: soldAt - 60 } })).toBe('held 1 minute, +20 ETH');
  });

  it('says no result where the price is unknown, or in another coin', () => {
    const bought = { price: COIN, at };
    expect(contextWith({ bought }, { price: null })).toBe('held 3 months · price not reported');
    expect(contextWith({ bought }, { currency: address(0xcc) })).toMatch(/^held 3 months · /);
  });

  it('says what it went for before, where the seller is not known to have bought it', () => {
    const last = { price: 16n * COIN, at: soldAt - 3 * DAY };
    expect(contextWith({ last })).toBe(`last sold for 16 ETH <t:${last.at}:R>`);
    expect(contextWith({ last, bought: { price: 16n * COIN, at } })).toBe('held 3 months, +4 ETH');
  });

  it('says of no earlier sale that it was later', () => {
    const after = { price: 16n * COIN, at: soldAt + 60 };
    expect(contextWith({ last: after })).toBe('last sold for 16 ETH');
    expect(contextWith({ bought: after })).toBe('bought for 16 ETH');
  });

  it.each([
    [20n * COIN, 'at floor'],
    [25n * COIN, '20% below floor'],
    [16n * COIN, '25% above floor'],
    [2n * COIN, '10 times the floor'],
    [2n, 'over 1,000,000 times the floor'],
    [20_001_000_000_000_000_000n, 'less than 0.1% below floor'],
    [10n ** 24n, 'more than 99% below floor'],
  ])('measures the price against a floor of %d wei', (floor, text) => {
    expect(contextWith({ floor })).toBe(text);
  });

  it('measures each of several units by itself', () => {
    expect(contextWith({ floor: 10n * COIN }, { price: 24n * COIN, quantity: 3n })).toBe(
      '20% below floor per unit · 3 units, 8 ETH each',
    );
  });

  it('never compares an amount of another coin', () => {
    expect(contextWith({ floor: COIN }, { currency: address(0xcc) })).not.toContain('floor');
  });

  it('begins with the record, where it is one', () => {
    expect(contextWith({ record: true, floor: 25n * COIN })).toBe(
      '🏆 **highest sale ever in this collection** · 20% below floor',
    );
  });
});

describe('the card of a listing', () => {
  it('says what is asked, how that compares, and who asks it', () => {
    const bought = { price: 16n * COIN, at: 1_759_276_800 };
    const item = soldItem({
      price: 20n * COIN,
      priceContext: { ...UNKNOWN, bought, floor: 25n * COIN },
    });
    const embed = normalCard(listingAlert({ item }), withoutPages);
    expect(embed.title).toBe('**Punk #7** listed for **20 ETH**');
    expect(embed.description?.split('\n')).toEqual([
      '20% below floor · rank 12 · bought for 16 ETH <t:1759276800:R>',
      'Seller `0x0000…005e`',
      '-# hat: **beanie** 4.5%',
    ]);
  });

  const linesOfListing = (attributes: SoldItem['attributes']) =>
    normalCard(listingAlert({ item: soldItem({ attributes }) })).description?.split('\n') ?? [];

  it('shows the three rarest traits in one line', () => {
    const attributes = Array.from({ length: 300 }, (_, number) => ({
      type: `trait ${number}`,
      value: 'yes',
      rarity: number === 299 ? 0.01 : number === 200 ? 12 : null,
    }));
    expect(linesOfListing(attributes).at(-1)).toBe(
      '-# trait 299: **yes** under 0.1% · trait 200: **yes** 12% · trait 0: **yes**',
    );
  });

  it('leaves out traits that show nothing', () => {
    const blank = { type: 'hat', value: '\u200b', rarity: null };
    expect(linesOfListing([blank])).toHaveLength(2);
    expect(linesOfListing([blank, { type: '', value: 'rare', rarity: 101 }]).at(-1)).toBe('-# **rare**');
  });
});
