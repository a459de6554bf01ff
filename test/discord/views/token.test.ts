import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactTokenEmbed } from '#commands/token/exact.ts';
import type { TokenFacts } from '#commands/token/facts.ts';
import { tokenEmbed } from '#commands/token/token.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { toAuction } from '../../support/read-resources.ts';
import { bareToken } from '../bare-token.ts';
import { readMarkdown } from '../markdown-reading.ts';
import {
  anyAttributes,
  anyCount,
  anyMoment,
  anyPicture,
  anyRarity,
  anyTokenId,
  anyWei,
  nasty,
  sometimes,
} from './any-lookup.ts';
import { anyContext, viewContext, withoutPages } from './view-context.ts';

const ETHER = 10n ** 18n;
const NOW = 1_767_225_600;

function facts(change: Partial<Token> = {}, around: Partial<TokenFacts> = {}): TokenFacts {
  const nothing = { floor: null, price: null, listedUntil: null, highestOffer: null, others: {} };
  return { token: bareToken(change), ...nothing, auction: null, auctionInBrief: null, ...around };
}

function auction(change: Partial<Auction> = {}): Auction {
  const read = toAuction(
    { id: 'a', auctionId: 4, collectionAddress: address(0xc0), tokenId: 7 },
    0,
    isCoinOf('S'),
  );
  if (read === null) throw new Error('An auction should be read.');
  return { ...read, active: true, startTime: NOW - 60, endTime: NOW + 600, ...change };
}

const embedOf = (one: TokenFacts) => tokenEmbed(one, null, NOW, viewContext());
const field = (one: TokenFacts, name: string) =>
  embedOf(one).fields?.find((field) => field.name === name)?.value;

describe('the embed of a token', () => {
  it('shows the price first, then the last sale, its rarity and its owner', () => {
    const token = {
      ...{ name: 'Shard 7', collectionName: 'Shards', standard: '1155' as const, quantity: 3n },
      ...{ listed: true, lastPrice: 2n * ETHER, hasOffers: true, owner: address(0xb0) },
      rarity: { rank: 774, total: 825, percentile: 93.82, score: 1 },
      attributes: [
        { type: 'Hat', value: 'Top', rarity: 12, displayType: null },
        { type: 'Eyes', value: 'Red', rarity: 0.4, displayType: null },
      ],
    };
    const embed = embedOf(
      facts(token, { price: 3n * ETHER, floor: 2n * ETHER, listedUntil: NOW + 1, highestOffer: ETHER }),
    );
    expect(embed).toMatchObject({
      title: 'Shard 7',
      url: 'https://market.example/item/0x00000000000000000000000000000000000000c0/7',
      author: { name: 'Shards' },
      footer: { text: 'Test Market · ERC-1155 · token 7' },
    });
    expect(embed.fields?.map(({ name, value }) => [name, value])).toEqual([
      ['Price', '**3 ETH**\n-# 50% above the floor of 2 ETH\n-# listing ends <t:1767225601:R>'],
      ['Offers', 'highest: 1 ETH'],
      ['Last price', '2 ETH'],
      ['Rarity', 'rank 774 of 825\n-# rarer than 6% of the collection'],
      ['Owner', '[0x0000…00b0](https://market.example/profile/0x00000000000000000000000000000000000000b0)'],
      ['Amount', '3 units'],
      ['Traits', 'Eyes: **Red** · 0.4%\nHat: **Top** · 12%'],
    ]);
  });

  it('shows neither price nor marketplace of a listing that has expired', () => {
    const token = { listed: true, listingSource: 'elsewhere' };
    const expired = { price: ETHER, floor: 2n * ETHER, listedUntil: NOW - 3_600 };
    const { fields } = embedOf(facts(token, expired));
    expect(fields).toEqual([
      {
        name: 'Price',
        value: 'not listed\n-# listing ended <t:1767222000:R>\n-# floor 2 ETH',
        inline: true,
      },
    ]);
    const exact = exactTokenEmbed(facts(token, expired), NOW, viewContext()).description;
    expect(exact).not.toContain('Price');
  });

  it('leaves out everything that is unknown', () => {
    expect(tokenEmbed(facts(), null, NOW, withoutPages)).toEqual({
      color: 0x9b59b6,
      author: { name: '0x0000…00c0' },
      title: '0x0000…00c0 #7',
      fields: [{ name: 'Price', value: 'not listed', inline: true }],
      footer: { text: 'Test Market · token 7' },
    });
  });

  it.each([
    [20n * ETHER, 2n * ETHER, '10 times the floor of 2 ETH'],
    [2n * ETHER, 2n * ETHER, 'at the floor price'],
    [ETHER, 2n * ETHER, '50% below the floor of 2 ETH'],
    [10_001n * ETHER, 10_000n * ETHER, 'less than 0.1% above the floor of 10,000 ETH'],
    [109n * ETHER, 100n * ETHER, '9% above the floor of 100 ETH'],
    [10n ** 24n, 1n, 'over 1,000,000 times the floor of 0.000000000000000001 ETH'],
  ])('says how %i stands to a floor of %i', (price, floor, words) => {
    expect(field(facts({ listed: true }, { price, floor }), 'Price')?.split('\n-# ')[1]).toBe(words);
  });

  it('says so when it is listed for an unknown price', () => {
    expect(field(facts({ listed: true }, { floor: ETHER }), 'Price')).toBe('**listed**\n-# floor 1 ETH');
  });

  it('says so when its listing lacks an approval', () => {
    const listed = { listed: true, listingApproval: 'revoked' };
    expect(field(facts(listed, { price: ETHER }), 'Price')).toBe('**1 ETH**\n-# listing approval: revoked');
  });

  it.each([
    [1, 4_000, null, 'rank 1 of 4,000 (top 0.1%)\n-# the rarest of all'],
    [12, 1_000, 1.2, 'rank 12 of 1,000 (top 1.2%)'],
    [999, 1_000, 99.9, 'rank 999 of 1,000\n-# one of the most common'],
    [774, null, 93.82, 'rank 774\n-# rarer than 6% of the collection'],
    [774, null, null, 'rank 774'],
  ])('says what rank %i of %s with percentile %s means', (rank, total, percentile, words) => {
    expect(field(facts({ rarity: { rank, total, percentile, score: null } }), 'Rarity')).toBe(words);
  });

  const bid = { bidder: address(0xb1), amount: 5n * ETHER, at: NOW, txHash: null };

  it.each([
    [
      'is running',
      auction({ bids: [bid, bid], highestBid: 5n * ETHER, highestBidder: address(0xb1) }),
      '**5 ETH**\n-# highest of 2 bids by `0x0000…00b1`\n-# ends <t:1767226200:R>',
    ],
    [
      'has no bid',
      auction({ startingPrice: ETHER }),
      'no bids yet, starting price 1 ETH\n-# ends <t:1767226200:R>',
    ],
    [
      'waits for its settlement',
      auction({ bids: [bid], highestBid: 5n * ETHER, endTime: NOW - 60 }),
      '**5 ETH**\n-# only bid\n-# ended <t:1767225540:R>\n-# waiting for settlement',
    ],
  ])('shows of its auction that %s', (_how, running, words) => {
    const one = facts({ inAuction: true }, { auction: running });
    const { fields } = tokenEmbed(one, null, NOW, withoutPages);
    expect(fields?.find(({ name }) => name === 'Auction')?.value).toBe(words);
  });

  it('shows its auction as the owner’s list reports it where the list of auctions does not contain it', () => {
    const auctionInBrief = { id: '4', startingPrice: ETHER, highestBid: 2n * ETHER, endTime: NOW };
    expect(field(facts({ inAuction: true }, { auctionInBrief }), 'Auction')).toBe(
      '**2 ETH**\n-# highest bid\n-# end: <t:1767225600:R>',
    );
    expect(field(facts({ inAuction: true }), 'Auction')).toBe('running');
  });

  it('shows as many traits as fit, the rarest first, measures last, and counts the rest', () => {
    const attributes = Array.from({ length: 300 }, (_, position) => ({
      type: `Trait ${position}`,
      value: 'x'.repeat(30),
      rarity: 100 - position / 10,
      displayType: position === 299 ? 'number' : null,
    }));
    const lines = field(facts({ attributes }), 'Traits')?.split('\n') ?? [];
    expect(lines[0]).toBe(`Trait 298: **${'x'.repeat(30)}** · 70%`);
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.at(-1)).toBe(`and ${300 - (lines.length - 1)} more traits`);
  });

  it('shows a date as one, and a boost in percent', () => {
    const attributes = [
      { type: 'Born', value: String(NOW), rarity: null, displayType: 'date' },
      { type: 'Boost', value: '10', rarity: null, displayType: 'boost_percentage' },
    ];
    expect(field(facts({ attributes }), 'Traits')).toBe('Born: <t:1767225600:D>\nBoost: **10%**');
  });

  it('says where else it is listed, and what it is when it is no picture', () => {
    const listingPlace = {
      source: 'other',
      name: 'Other',
      logo: null,
      url: 'https://other.example/7',
      id: null,
    };
    const one = facts({ listed: true, listingPlace, mediaType: 'video' });
    expect(field(one, 'Listed on')).toBe('Other ([other.example](https://other.example/7))');
    expect(field(one, 'Media')).toBe('video');
  });
});

describe('a token in all its digits', () => {
  it('has every amount, id and address in full', () => {
    const one = facts(
      { tokenId: '9'.repeat(77), owner: address(0xb0), lastPrice: 1n },
      { price: 10n ** 24n + 1n },
    );
    const text = exactTokenEmbed(one, NOW, viewContext()).description ?? '';
    expect(text.split('\n')).toEqual([
      'Price: `1000000.000000000000000001 ETH`',
      'Last price: `0.000000000000000001 ETH`',
      `Token ID: \`${'9'.repeat(77)}\``,
      'Contract: `0x00000000000000000000000000000000000000c0`',
      'Owner: `0x00000000000000000000000000000000000000b0`',
    ]);
  });
});

describe('any token', () => {
  const place = fc.record({
    source: sometimes(nasty),
    name: sometimes(nasty),
    logo: sometimes(anyPicture),
    url: sometimes(nasty),
    id: sometimes(nasty),
  });
  const anyToken = fc.record({
    tokenId: anyTokenId,
    name: sometimes(nasty),
    description: sometimes(nasty),
    collectionName: sometimes(nasty),
    owner: sometimes(fc.constantFrom(address(0), address(0xb0))),
    standard: fc.constantFrom('721' as const, '1155' as const, null),
    quantity: anyWei,
    image: sometimes(anyPicture),
    onChainImage: fc.boolean(),
    metadataUri: sometimes(nasty),
    mediaType: sometimes(nasty),
    lastPrice: sometimes(anyWei),
    listed: fc.boolean(),
    listingSource: sometimes(nasty),
    listingApproval: sometimes(nasty),
    listingPlace: sometimes(place),
    inAuction: fc.boolean(),
    hasOffers: fc.boolean(),
    rarity: sometimes(anyRarity),
    attributes: anyAttributes,
    createdAt: sometimes(anyMoment),
    updatedAt: sometimes(anyMoment),
  });
  const brief = fc.record({
    id: sometimes(nasty),
    startingPrice: sometimes(anyWei),
    highestBid: sometimes(anyWei),
    endTime: sometimes(anyMoment),
  });
  const anyAuction = fc
    .record({
      startingPrice: sometimes(anyWei),
      active: fc.boolean(),
      startTime: sometimes(anyMoment),
      endTime: sometimes(anyMoment),
      highestBid: sometimes(anyWei),
      highestBidder: sometimes(fc.constant(address(1))),
      finalizedAt: sometimes(anyMoment),
      count: anyCount.map((count) => Math.min(count, 10_000)),
    })
    .map(({ count, ...change }) =>
      auction({ ...change, bids: Array.from({ length: count }, () => bidOf()) }),
    );
  const bidOf = () => ({ bidder: null, amount: 1n, at: null, txHash: null });
  const around = fc.record({
    floor: sometimes(anyWei),
    price: sometimes(anyWei),
    listedUntil: sometimes(anyMoment),
    highestOffer: sometimes(anyWei),
    auction: sometimes(anyAuction),
    auctionInBrief: sometimes(brief),
  });
  const contexts = anyContext;

  it('is taken by Discord, safe and without gaps, whatever the marketplace wrote', () => {
    fc.assert(
      fc.property(anyToken, around, contexts, (token, rest, context) => {
        const one = facts(token, rest);
        for (const embed of [
          tokenEmbed(one, token.image === null ? null : 'https://example.com/1.png', NOW, context),
          exactTokenEmbed(one, NOW, context),
        ]) {
          const message = validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] });
          expect(flatErrors(message)).toEqual([]);
          const values = [embed.description ?? '', ...(embed.fields ?? []).map(({ value }) => value)];
          for (const value of values) {
            expect(readMarkdown(value).mentions.filter((mention) => mention !== '<t:')).toEqual([]);
            expect(value).not.toMatch(/\b(?:null|undefined|NaN|n\/a)\b/);
          }
          expect(readMarkdown(embed.title ?? '')).toMatchObject({ live: [], links: [], mentions: [] });
        }
      }),
      { numRuns: 300 },
    );
  });
});
