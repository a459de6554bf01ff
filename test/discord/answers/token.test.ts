import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { address } from '../../support/build-activity.ts';
import { toAuction } from '../../support/read-resources.ts';
import { bareCollection } from '../bare-collection.ts';
import { bareOwned, bareToken } from '../bare-token.ts';
import {
  answerContext,
  answerScreen,
  expectAccepted,
  freshResult,
  pageFrom,
  renderAnswer,
  staleResult,
  targetScreen,
} from './answer-context.ts';

const ETHER = 10n ** 18n;
const COLLECTION = address(0xc0);
/** The marketplace's time, epoch seconds. */
const NOW = 1_767_225_600;
const PLACE = { at: 'token', collection: COLLECTION, tokenId: '7' } as const;
const missing = async () => Promise.reject(new GavelError('MARKETPLACE_NOT_FOUND', 'no'));
const endless = () => new Promise<never>(() => undefined);

function requester(token: Token, lookups: Partial<Lookups> = {}) {
  return answerContext({
    lookups: { token: async () => freshResult(token), ...lookups },
    marketNow: NOW * 1_000,
  });
}

const priceOf = (answer: Awaited<ReturnType<typeof answerScreen>>) =>
  answer.embeds?.[0]?.fields?.find(({ name }) => name === 'Price')?.value;

describe('a token', () => {
  it('leads to its neighbours, owner, collection and auction, its exact amounts and its page', async () => {
    const running = toAuction(
      { id: 'a', auctionId: 4, collectionAddress: COLLECTION, tokenId: 7 },
      0,
      isCoinOf('S'),
    );
    const context = requester(bareToken({ owner: address(0xb0), inAuction: true }), {
      auctions: async (query) => freshResult(pageFrom(running === null ? [] : [running], query)),
    });
    const answer = await answerScreen(PLACE, context);
    expectAccepted(answer);
    expect(renderAnswer(answer).buttons).toEqual([
      '‹ Previous',
      'Next ›',
      'Owner',
      'Collection',
      'Auction',
      'Exact amounts',
      'Watch',
      'Open',
    ]);
    const token = { collection: COLLECTION, tokenId: '7' };
    expect(targetScreen(answer, 'Next ›')).toEqual({ at: 'neighbour', ...token, side: 'next' });
    expect(targetScreen(answer, '‹ Previous')).toEqual({ at: 'neighbour', ...token, side: 'previous' });
    expect(targetScreen(answer, 'Owner')).toEqual({ at: 'profile', who: address(0xb0) });
    expect(targetScreen(answer, 'Auction')).toEqual({
      at: 'auction',
      collection: COLLECTION,
      auctionId: '4',
    });
    expect(targetScreen(answer, 'Exact amounts')).toEqual({ at: 'exact-token', ...token });
  });

  it('without owner and auction has no way to them', async () => {
    const answer = await answerScreen(PLACE, requester(bareToken({ owner: address(0) })));
    expect(renderAnswer(answer).buttons).toEqual([
      '‹ Previous',
      'Next ›',
      'Collection',
      'Exact amounts',
      'Watch',
      'Open',
    ]);
  });

  it('has its price from its owner’s list where the collection’s list has none', async () => {
    const listing = { id: '1', price: 3n * ETHER, expiresAt: null };
    const owned: OwnedToken[] = [bareOwned({ tokenId: '6' }), bareOwned({ listed: true, listing })];
    const context = requester(bareToken({ listed: true, owner: address(0xb0) }), {
      owned: async (_who, query) => freshResult(pageFrom(owned, query)),
      collection: async () => freshResult(bareCollection({}, { floor: 2n * ETHER })),
    });
    expect(priceOf(await answerScreen(PLACE, context))).toBe('**3 ETH**\n-# 50% above the floor of 2 ETH');
  });

  it('has no price once its listing has expired, whichever list reports the price', async () => {
    const listing = { id: '1', price: 3n * ETHER, expiresAt: NOW };
    const context = requester(bareToken({ listed: true, listingPrice: 3n * ETHER, owner: address(0xb0) }), {
      owned: async (_who, query) => freshResult(pageFrom([bareOwned({ listed: true, listing })], query)),
      collection: async () => freshResult(bareCollection({}, { floor: 2n * ETHER })),
    });
    expect(priceOf(await answerScreen(PLACE, context))).toBe(
      `not listed\n-# listing ended <t:${NOW}:R>\n-# floor 2 ETH`,
    );
    const exact = await answerScreen({ ...PLACE, at: 'exact-token' }, context);
    expect(renderAnswer(exact).text).not.toContain('Price');
  });

  it('is shown with what is known while the rest fails or hangs', async () => {
    const token = bareToken({ listed: true, owner: address(0xb0), inAuction: true });
    const context = requester(token, { owned: missing, auctions: endless, collection: endless });
    expect(priceOf(await answerScreen(PLACE, context))).toBe('**listed**');
  });

  it('asks for no more than it needs', async () => {
    const asked: string[] = [];
    const note = (what: string) => async () => {
      asked.push(what);
      return missing();
    };
    const lookups = { owned: note('owned'), auctions: note('auctions'), collection: note('collection') };
    await answerScreen(PLACE, requester(bareToken({ owner: address(0xb0) }), lookups));
    expect(asked).toEqual(['collection']);
  });

  it('sends the picture along that the token holds itself', async () => {
    const answer = await answerScreen(
      PLACE,
      requester(bareToken({ inlineImage: 'data:image/png;base64,AAAA' })),
    );
    expect(answer.embeds?.[0]?.image?.url).toBe('attachment://picture.png');
    expect(answer.files?.map(({ name }) => name)).toEqual(['picture.png']);
  });

  it('says of when it is where the marketplace does not answer', async () => {
    const answer = await answerScreen(
      PLACE,
      answerContext({ lookups: { token: async () => staleResult(bareToken()) } }),
    );
    expect(renderAnswer(answer).text).toContain('<t:1767225600:R>');
  });

  it.each([
    [['6', '9'], 'Punks has no token `#7`. The nearest tokens are `#6` and `#9`.'],
    [[null, '9'], 'Punks has no token `#7`. The nearest token is `#9`.'],
    [[null, null], 'Punks has no token `#7`.'],
  ])('that is not there is answered with the nearest, %j', async ([previous = null, next = null], text) => {
    const context = answerContext({
      lookups: {
        token: missing,
        neighbour: async (_collection, _tokenId, side) => (side === 'next' ? next : previous),
      },
    });
    await expect(answerScreen(PLACE, context)).rejects.toThrow(text);
  });

  it('fails as the marketplace does', async () => {
    await expect(answerScreen(PLACE, answerContext())).rejects.toMatchObject({
      code: 'MARKETPLACE_UNAVAILABLE',
    });
  });

  it('shows its amounts to the last digit', async () => {
    const context = requester(bareToken({ lastPrice: 1n }));
    const answer = await answerScreen({ ...PLACE, at: 'exact-token' }, context);
    expectAccepted(answer);
    expect(renderAnswer(answer).text).toContain('Last price: `0.000000000000000001 ETH`');
  });
});

describe('the token beside it', () => {
  const beside = { ...PLACE, at: 'neighbour', side: 'next' } as const;

  it('is shown', async () => {
    const context = answerContext({
      lookups: {
        neighbour: async () => '8',
        token: async (_collection, tokenId) => freshResult(bareToken({ tokenId })),
      },
    });
    expect(renderAnswer(await answerScreen(beside, context)).footer).toContain('token 8');
  });

  it('is the one after it where it was burned since', async () => {
    const context = answerContext({
      lookups: {
        neighbour: async (_collection, tokenId) => String(Number(tokenId) + 1),
        token: async (_collection, tokenId) =>
          tokenId === '8' ? missing() : freshResult(bareToken({ tokenId })),
      },
    });
    expect(renderAnswer(await answerScreen(beside, context)).footer).toContain('token 9');
  });

  it.each([
    ['next', 'This is the last token of Punks.'],
    ['previous', 'This is the first token of Punks.'],
  ] as const)('is none at the end: %s', async (side, text) => {
    const context = answerContext({ lookups: { neighbour: async () => null } });
    await expect(answerScreen({ ...PLACE, at: 'neighbour', side }, context)).rejects.toThrow(text);
  });
});
