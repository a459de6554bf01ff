import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import type { Answer } from '#src/discord/answer.ts';
import { traitKey } from '#src/discord/finding/find-trait.ts';
import { ACTIVITY_FILTERS, AUCTION_FILTERS, AUCTION_SORTS } from '#src/discord/lookups/list-orders.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { UserError, userErrorMessage } from '#src/discord/user-error.ts';
import { address, sale, txHash } from '../../support/build-activity.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { unmarkedWords, unmarkedWordsIn } from '../../support/unmarked-words.ts';
import { auctionOf } from '../any-auction.ts';
import { bareCollection } from '../bare-collection.ts';
import { bareOwned, bareProfile, bareToken } from '../bare-token.ts';
import { summary } from '../command-services.ts';
import { viewContext } from '../views/view-context.ts';
import { answerContext, answerScreen, type NamedScreen, pageFrom, staleResult } from './answer-context.ts';

const COIN = 10n ** 18n;
const PUNKS = address(0xc0);
const OWNER = address(0xb0);
const WHEN = 1_767_225_600;
/** Standards and networks have the same name in every language. */
const NAMES = ['ERC', 'GitHub', 'Telegram', 'Discord'];

const view = viewContext({
  messages: pseudoMessages,
  marketplaceName: 'Μ',
  currency: { symbol: 'Ξ', decimals: 18 },
  collectionName: () => 'Ω',
});
const rarity = { rank: 12, total: 1_000, percentile: 4, score: 3.5 };
const attributes = [{ type: 'Ψ', value: 'Φ', rarity: 0.01, displayType: null }];

const RICH: Partial<Lookups> = {
  collection: async () =>
    staleResult(
      bareCollection(
        {
          owner: OWNER,
          twitter: 'x',
          createdAt: WHEN,
          standard: '721',
          royaltyBasisPoints: 500,
          verified: true,
        },
        {
          ...{
            floor: 0n,
            volume24h: COIN,
            change24h: 12.5,
            volume7d: COIN,
            change7d: 0,
            tokens: 10,
            burned: 1,
          },
          ...{
            owners: 4,
            listed: 2,
            auctions: 1,
            offers: 3,
            collectionOffers: 2,
            totalSales: 9,
            lastSale: COIN,
          },
          ...{ lastSaleAt: WHEN, highestSale: COIN, totalVolume: COIN, minted: 11, change1h: 1 },
        },
      ),
    ),
  traits: async () =>
    staleResult([
      { type: 'Ψ', values: [{ value: 'Φ', count: 3, rarity: 0.03 }] },
      { type: '', values: [] },
    ]),
  token: async () =>
    staleResult(
      bareToken({
        ...{ name: 'Ω', quantity: 5n, standard: '1155', owner: OWNER, rarity, attributes, listed: true },
        ...{ lastPrice: COIN, hasOffers: true, inAuction: true, listingApproval: 'Α', onChainImage: true },
      }),
    ),
  tokens: async (_, query) =>
    staleResult({
      ...pageFrom(
        [
          bareToken({
            name: 'Ω',
            rarity,
            lastPrice: COIN,
            hasOffers: true,
            listed: true,
            listingPrice: COIN,
          }),
          bareToken({ name: 'Ω', inAuction: true }),
          bareToken({ name: 'Ω', listed: true }),
        ],
        query,
      ),
      sorted: false,
    }),
  holders: async (_, query) =>
    staleResult({
      ...pageFrom(
        [
          { address: OWNER, count: 4 },
          { address: PUNKS, count: 1 },
        ],
        query,
      ),
      ...{ sorted: true, unreadable: 1, totalTokens: 10, uniqueHolders: 5 },
      collection: { address: PUNKS, name: null, path: null },
    }),
  profile: async () =>
    staleResult(
      bareProfile({
        ...{ name: 'Ω', ownedTokens: 3, volumeBought: COIN + 1n, volumeSold: COIN, isNew: true },
        social: { x: null, instagram: null, discord: 'x_', github: 'x', website: null, email: null },
      }),
    ),
  owned: async (_, query) =>
    staleResult({
      ...pageFrom(
        [
          bareOwned({ rarity, lastPrice: COIN, hasOffers: true, listed: true, name: 'Ω' }),
          bareOwned({ tokenId: '8', inAuction: true, name: 'Ω', highestOffer: COIN }),
        ],
        query,
      ),
      hasNext: query.page < 4,
    }),
  auctions: async (query) =>
    staleResult(pageFrom([auctionOf(), auctionOf({ bids: [], highestBidder: null, startTime: 9e9 })], query)),
  auction: async () => staleResult(auctionOf({ quantity: 3n })),
  activities: async (query) =>
    staleResult({
      ...pageFrom(
        [
          sale({ price: COIN, txHash: txHash(1), quantity: 2n, collectionName: null, tokenName: 'Ω' }),
          sale({ collection: null, tokenId: null, collectionName: null, tokenName: null, kind: 'mint' }),
        ],
        query,
      ),
      total: null,
    }),
};

const nothing = async (_: unknown, query: { readonly page: number; readonly limit: number }) =>
  staleResult({ ...pageFrom([], query), sorted: true });
const EMPTY: Partial<Lookups> = {
  ...RICH,
  collection: async () => staleResult(bareCollection({}, { floor: 0n, listed: 0 })),
  traits: async () => staleResult([]),
  token: async () => staleResult(bareToken()),
  tokens: nothing,
  holders: async (_, query) =>
    staleResult({
      ...pageFrom([], query),
      ...{ sorted: true, totalTokens: null, uniqueHolders: null },
      collection: { address: PUNKS, name: null, path: null },
    }),
  profile: async () => staleResult(bareProfile({ isPrivate: true })),
  owned: nothing,
  auctions: async (query) => staleResult(pageFrom([], query)),
  auction: async () => staleResult(auctionOf({ bids: [], highestBidder: null, highestBid: null })),
  activities: async (query) => staleResult(pageFrom([], query)),
};

const [collection, page] = [PUNKS, 1];
const tokens = { at: 'tokens', collection, page, descending: false, trait: null } as const;
const SCREENS: readonly NamedScreen[] = [
  { at: 'collection', collection },
  { at: 'exact-collection', collection },
  { at: 'collections', page },
  { ...tokens, sort: 'price', listed: true },
  { ...tokens, sort: 'lastSale', listed: false },
  { at: 'traits', collection, page, type: null },
  { at: 'holders', collection, page, minimum: 1 },
  { at: 'holders', collection, page, minimum: 5 },
  ...(['floor', 'sales', 'volume', 'owners'] as const).map(
    (what) => ({ at: 'chart', collection, what, period: '7d', row: 'what' }) as const,
  ),
  ...(['buyers', 'sellers', 'sales'] as const).map(
    (what) => ({ at: 'top', collection, what, period: '7d', page, row: 'what' }) as const,
  ),
  { at: 'follow', collection },
  ...ACTIVITY_FILTERS.map((filter) => ({ at: 'activity', collection, page, filter }) as const),
  { at: 'activity', collection: null, page, filter: 'all' },
  { at: 'exact-activity', collection: null, page, filter: 'all' },
  ...AUCTION_FILTERS.flatMap((filter) =>
    AUCTION_SORTS.map((sort) => ({ at: 'auctions', page, filter, sort, collection: null }) as const),
  ),
  { at: 'auction', collection, auctionId: '9' },
  { at: 'exact-auction', collection, auctionId: '9' },
  { at: 'token', collection, tokenId: '7' },
  { at: 'exact-token', collection, tokenId: '7' },
  { at: 'profile', who: OWNER },
  { at: 'owned', who: OWNER, page, collection: null, sort: 'acquiredAt', listed: false },
  { at: 'owned', who: OWNER, page, collection, sort: 'tokenId', listed: true },
];

const asks = (lookups: Partial<Lookups>) =>
  answerContext({
    view,
    lookups,
    known: { collections: [summary({ name: 'Ω', symbol: 'Ω', floor: COIN })] },
  });

const wordsOf = ({ content, embeds, components }: Answer): readonly string[] =>
  [
    ...unmarkedWords(content),
    ...unmarkedWordsIn(embeds, ['url']),
    ...unmarkedWordsIn(components, ['custom_id', 'url', 'value']),
  ].filter((word) => !NAMES.includes(word));

describe('a lookup in another language', () => {
  it.each(SCREENS.map((screen) => [JSON.stringify(screen), screen] as const))(
    'says nothing outside the messages at %s',
    async (_, screen) => {
      for (const lookups of [RICH, EMPTY]) {
        expect(wordsOf(await answerScreen(screen, asks(lookups)))).toEqual([]);
      }
    },
  );

  it('says nothing else of the values of a trait', async () => {
    const screen = { at: 'traits', collection, page, type: traitKey('Ψ') } as const;
    expect(wordsOf(await answerScreen(screen, asks(RICH)))).toEqual([]);
  });

  it.each<readonly [string, NamedScreen]>([
    ['trait', { at: 'traits', collection, page, type: 'AAAAAA' }],
    ['token', { at: 'token', collection, tokenId: '7' }],
    ['last token', { at: 'neighbour', collection, tokenId: '7', side: 'next' }],
    ['user', { at: 'profile', who: OWNER }],
    ['wallet', { at: 'owned', who: OWNER, page, collection: null, sort: 'tokenId', listed: false }],
  ])('says nothing else where the marketplace has no such %s', async (_, screen) => {
    const missing = () => Promise.reject(new GavelError('MARKETPLACE_NOT_FOUND', 'none'));
    const lookups = {
      ...EMPTY,
      token: missing,
      profile: missing,
      owned: missing,
      neighbour: async () => null,
    };
    const error: unknown = await answerScreen(screen, asks(lookups)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(unmarkedWords(userErrorMessage(error, pseudoMessages))).toEqual([]);
  });
});
