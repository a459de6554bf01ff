import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownedAbout, ownedEmbed, ownedTitle } from '#commands/profile/nfts.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { tokenLink } from '#src/discord/components/targets.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { answerContext } from '../answers/answer-context.ts';
import { bareOwned } from '../bare-token.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyMoment, anyRarity, anyTokenId, anyWei, nasty, sometimes } from './any-lookup.ts';
import { anyContext, withoutPages } from './view-context.ts';

const ETHER = 10n ** 18n;
const NOW = 1_767_225_000;
type OwnedPage = Parameters<typeof ownedEmbed>[0]['screen'];

const screen: OwnedPage = {
  who: address(0xb0),
  page: 1,
  collection: null,
  sort: 'acquiredAt',
  listed: false,
};

function pageOf(items: readonly OwnedToken[], total: number | null = items.length) {
  return { items, page: 1, total, hasNext: false, unreadable: 0 };
}
const embedOf = (items: readonly OwnedToken[], change: Partial<OwnedPage> = {}, context = withoutPages) =>
  ownedEmbed(
    { screen: { ...screen, ...change }, name: 'ada', page: pageOf(items), pageSize: 10, now: NOW },
    context,
  );

describe('a page of a wallet’s tokens', () => {
  it('shows of each item what it is offered for, how rare it is and what it went for', () => {
    const listed = bareOwned({
      ...{ name: 'Shard 7', listed: true, lastPrice: ETHER },
      listing: { id: '1', price: 2n * ETHER, expiresAt: 1_767_225_600 },
      rarity: { rank: 12, total: 1_000, percentile: 1.2, score: null },
    });
    const inAuction = bareOwned({
      ...{ tokenId: '8', inAuction: true, highestOffer: ETHER },
      auction: { id: '4', startingPrice: ETHER, highestBid: 3n * ETHER, endTime: 1_767_225_600 },
    });
    expect(embedOf([listed, inAuction])).toEqual({
      color: 0x3498db,
      title: 'NFTs owned by ada',
      description: [
        '-# newest first',
        '**Shard 7** · **2 ETH**',
        '-# 0x0000…00c0 · rank 12 of 1,000 (top 1.2%) · listing ends <t:1767225600:R> · last sold for 1 ETH',
        '**0x0000…00c0 #8** · **up for auction, highest bid 3 ETH**',
        '-# 0x0000…00c0 · auction end: <t:1767225600:R> · offer of 1 ETH',
      ].join('\n'),
      footer: { text: 'Test Market · page 1 of 1 · 2 items' },
    });
  });

  it('shows no price of a listing that has expired', () => {
    const listing = { id: '1', price: 2n * ETHER, expiresAt: NOW };
    const expired = bareOwned({ name: 'Shard 7', listed: true, listing });
    expect(embedOf([expired]).description?.split('\n').slice(1)).toEqual([
      '**Shard 7**',
      `-# 0x0000…00c0 · listing ended <t:${NOW}:R>`,
    ]);
    expect(ownedAbout(expired, NOW, withoutPages)).toBe('not listed');
  });

  it.each([
    [{}, 'No NFTs on this marketplace.'],
    [{ listed: true }, 'Nothing is listed for sale. Press “All items” below to see everything.'],
    [
      { collection: address(0xc0) },
      'No NFTs from this collection. Press “All collections” below to see everything.',
    ],
  ])('says what to do where there is nothing for %j', (change, sentence) => {
    expect(embedOf([], change).description?.split('\n')[1]).toBe(sentence);
  });

  it('says how it is sifted and ordered', () => {
    const change = { collection: address(0xc0), listed: true, sort: 'listingPrice' } as const;
    expect(embedOf([bareOwned()], change).description?.split('\n')[0]).toBe(
      '-# 0x0000…00c0 · listed for sale · cheapest first',
    );
  });

  it('is taken by Discord with its menu, safe and without gaps, whatever the marketplace wrote', () => {
    const price = sometimes(anyWei);
    const anyOwned = fc
      .record({
        tokenId: anyTokenId,
        name: sometimes(nasty),
        listed: fc.boolean(),
        inAuction: fc.boolean(),
        hasOffers: fc.boolean(),
        rarity: sometimes(anyRarity),
        lastPrice: price,
        highestOffer: price,
        listing: sometimes(fc.record({ id: sometimes(nasty), price, expiresAt: sometimes(anyMoment) })),
        auction: sometimes(
          fc.record({
            id: sometimes(nasty),
            startingPrice: price,
            highestBid: price,
            endTime: sometimes(anyMoment),
          }),
        ),
      })
      .map(bareOwned);
    fc.assert(
      fc.property(
        fc.array(anyOwned, { minLength: 1, maxLength: 10 }),
        sometimes(nasty),
        anyContext,
        nasty,
        (items, name, base, collection) => {
          const context = { ...base, collectionName: () => collection };
          const embed = ownedEmbed({ screen, name, page: pageOf(items), pageSize: 10, now: NOW }, context);
          const menu = openMenu(
            'owned',
            'Open an NFT',
            items.map((token) => ({
              label: ownedTitle(token, context),
              description: ownedAbout(token, NOW, context),
              to: tokenLink.to({ collection: token.collection, tokenId: token.tokenId }),
            })),
            answerContext({ view: context }),
          );
          const body = { embeds: [embed], components: menu };
          expect(flatErrors(validateMessage(body, { operation: 'create', fileNames: [] }))).toEqual([]);
          const text = embed.description ?? '';
          expect(readMarkdown(text).mentions.filter((mention) => mention !== '<t:')).toEqual([]);
          expect(text).not.toMatch(/\b(?:null|undefined|NaN|n\/a)\b/);
          expect(readMarkdown(embed.title ?? '')).toMatchObject({ live: [], links: [], mentions: [] });
        },
      ),
      { numRuns: 200 },
    );
  });
});
