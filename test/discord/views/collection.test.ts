import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionEmbed } from '#commands/collection/info.ts';
import type { Collection, CollectionStats } from '#src/marketplace/resources/collection.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { bareCollection } from '../bare-collection.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyText, TRICK_TEXTS } from '../nasty-text.ts';
import { anyContext, viewContext, withoutPages } from './view-context.ts';

const ETHER = 10n ** 18n;

const embedOf = (change: Partial<Collection> = {}, stats: Partial<CollectionStats> = {}) =>
  collectionEmbed(bareCollection(change, stats), 0, viewContext());
const fieldsOf = (stats: Partial<CollectionStats>, change: Partial<Collection> = {}) =>
  (embedOf(change, stats).fields ?? []).map(({ name, value }) => [name, value]);

describe('the embed of a collection', () => {
  it('shows floor and volume first, then size, owners and terms', () => {
    const stats = {
      floor: 3n * ETHER,
      volume24h: 120n * ETHER,
      change24h: 12.53,
      volume7d: 800n * ETHER,
      change7d: -4,
      lastSale: 4n * ETHER,
      lastSaleAt: 1_767_225_600,
      highestSale: 99n * ETHER,
      totalVolume: 5_000n * ETHER,
      tokens: 10_000,
      owners: 3_500,
      listed: 412,
      totalSales: 1_234,
      burned: 12,
      auctions: 3,
      offers: 40,
      collectionOffers: 2,
    };
    const terms = {
      royaltyBasisPoints: 250,
      owner: address(0x0a),
      standard: '721',
      createdAt: 1_700_000_000,
      website: 'https://www.punks.example/about',
      twitter: 'punks',
      discord: 'https://discord.com/invite/punks',
      telegram: 'punks_chat',
    } as const;
    expect(fieldsOf(stats, terms)).toEqual([
      ['Floor', '3 ETH'],
      ['Volume 24 h', '120 ETH\n-# ▲ 12.5% vs. previous day'],
      ['Volume 7 d', '800 ETH\n-# ▼ 4% vs. previous week'],
      ['Last sale', '4 ETH\n-# <t:1767225600:R>'],
      ['Highest sale', '99 ETH'],
      ['Total volume', '5,000 ETH\n-# 1,234 sales'],
      ['Items', '10,000\n-# ERC-721 · 12 burned'],
      ['Owners', '3,500\n-# 35% of the items'],
      ['Listed', '412\n-# 4.1% of the items'],
      ['Auctions', '3 running'],
      ['Offers', '40 on items\n2 on any item'],
      ['Royalty', '2.5%'],
      ['Creator', '[0x0000…000a](https://market.example/profile/0x000000000000000000000000000000000000000a)'],
      ['Created', '<t:1700000000:D>'],
      [
        'Links',
        '[punks.example](https://www.punks.example/about) · [punks on X](https://x.com/punks) · [Discord](https://discord.gg/punks) · [Telegram](https://t.me/punks_chat)',
      ],
    ]);
  });

  it('says of what moment the floor is', () => {
    const { fields } = collectionEmbed(
      bareCollection({}, { floor: ETHER }),
      1_767_225_600_999,
      viewContext(),
    );
    expect(fields?.[0]?.value).toBe('1 ETH\n-# as of <t:1767225600:R>');
  });

  it('does not speak of auctions and offers that are not there', () => {
    expect(fieldsOf({ auctions: 0, offers: 0, collectionOffers: 0, burned: 0 })).toEqual([]);
  });

  it('links its title to the collection and marks a verified one', () => {
    expect(embedOf({ verified: true })).toMatchObject({
      title: 'Punks ✓',
      url: 'https://market.example/collection/0x00000000000000000000000000000000000000c0',
    });
  });

  it('leaves out everything that is unknown', () => {
    expect(collectionEmbed(bareCollection(), 0, withoutPages)).toEqual({
      color: 0x3498db,
      title: 'Punks',
      fields: [],
      footer: { text: 'Test Market · up to 5 minutes old' },
    });
  });

  it.each([
    [
      'nothing is listed',
      { floor: 0n, listed: 0 },
      [
        ['Floor', 'nothing listed'],
        ['Listed', '0'],
      ],
    ],
    ['the number of listed tokens is unknown', { floor: 0n }, []],
    [
      'things are listed for nothing',
      { floor: 0n, listed: 5 },
      [
        ['Floor', '0 ETH'],
        ['Listed', '5'],
      ],
    ],
  ])('reads a floor of 0 for what it is where %s', (_case, stats, fields) => {
    expect(fieldsOf(stats)).toEqual(fields);
  });

  it('does not call 0 a sale', () => {
    expect(fieldsOf({ lastSale: 0n, lastSaleAt: 1, highestSale: 0n })).toEqual([]);
  });

  it.each([
    [0, 'unchanged vs. previous day'],
    [-0, 'unchanged vs. previous day'],
    [0.04, 'unchanged vs. previous day'],
    [-0.04, 'unchanged vs. previous day'],
    [1_234.56, '▲ 1,234.6% vs. previous day'],
  ])('says what a change of %d percent means', (change24h, text) => {
    expect(fieldsOf({ volume24h: ETHER, change24h })).toEqual([['Volume 24 h', `1 ETH\n-# ${text}`]]);
  });

  it('has no share of owners where there is none', () => {
    expect(fieldsOf({ owners: 5, tokens: 0 })).toContainEqual(['Owners', '5']);
    expect(fieldsOf({ owners: 5, tokens: 2 })).toContainEqual(['Owners', '5']);
  });

  it('takes the words out of a description in HTML', () => {
    const description = '<p>10,000 <b>punks</b> &amp; friends.</p><p>**Mint** at https://evil.example</p>';
    expect(embedOf({ description }).description).toBe(
      '10,000 punks & friends. \\*\\*Mint\\*\\* at https:\u200b//evil.example',
    );
  });

  it.each(['', '\u200b', ' '])('is called by its address where its name %j shows nothing', (name) => {
    expect(embedOf({ name }).title).toBe('0x0000…00c0');
  });

  it('is taken by Discord, safe and without gaps, whatever the marketplace wrote', () => {
    const text = fc.oneof(fc.constantFrom(...TRICK_TEXTS), anyText);
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
    const wei = maybe(fc.constantFrom(0n, 1n, 10n ** 24n, 2n ** 256n - 1n));
    const count = maybe(fc.constantFrom(0, 1, 10_000, Number.MAX_SAFE_INTEGER));
    const change = maybe(fc.constantFrom(0, -100, 0.01, 1e21, -3.14159));
    const picture = maybe(fc.constantFrom('https://example.com/b.png', 'ipfs://Qm', 'data:,', 'x'));
    const stats = fc.record({
      tokens: count,
      owners: count,
      floor: wei,
      highestSale: wei,
      lastSale: wei,
      lastSaleAt: maybe(fc.constantFrom(0, 1_767_225_600)),
      listed: count,
      totalSales: count,
      burned: count,
      auctions: count,
      offers: count,
      collectionOffers: count,
      totalVolume: wei,
      volume24h: wei,
      volume7d: wei,
      change24h: change,
      change7d: change,
    });
    const any = fc.record({
      name: text,
      description: maybe(text),
      verified: fc.boolean(),
      totalVolume: wei,
      thumbnail: picture,
      banner: picture,
      owner: maybe(fc.constant(address(1))),
      royaltyBasisPoints: maybe(fc.constantFrom(0, 333, 1e9)),
      standard: maybe(fc.constantFrom('721', '1155')),
      createdAt: maybe(fc.constantFrom(0, 1_767_225_600, 1e15)),
      website: maybe(fc.oneof(text, fc.webUrl({ withFragments: true, withQueryParameters: true }))),
      twitter: maybe(text),
      discord: maybe(fc.oneof(text, fc.constant('https://discord.gg/punks'))),
      telegram: maybe(text),
    });
    fc.assert(
      fc.property(any, stats, anyContext, (some, statistics, context) => {
        const embed = collectionEmbed(bareCollection(some, statistics), 1_767_225_600_000, context);
        expect(
          flatErrors(validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] })),
        ).toEqual([]);
        for (const shown of [embed.title ?? '', embed.description ?? '']) {
          expect(readMarkdown(shown)).toMatchObject({ live: [], blocks: [], links: [], mentions: [] });
        }
        for (const { value } of embed.fields ?? []) expect(value).not.toMatch(/null|undefined|NaN|n\/a/);
      }),
      { numRuns: 300 },
    );
  });
});
