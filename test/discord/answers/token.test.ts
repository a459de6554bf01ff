import { describe, expect, it } from 'vitest';
import { answerExactToken, answerToken, answerTokenBeside } from '../../../src/discord/answers/token.ts';
import type { Lookups } from '../../../src/discord/lookups.ts';
import { GavelError } from '../../../src/domain/errors.ts';
import type { OwnedToken } from '../../../src/domain/profile.ts';
import type { Token } from '../../../src/domain/token.ts';
import { toAuction } from '../../../src/marketplace/map/auction.ts';
import { address } from '../../support/build-activity.ts';
import { bareCollection } from '../bare-collection.ts';
import { bareOwned, bareToken } from '../bare-token.ts';
import { asking, expectTaken, fresh, old, pageFrom, placeBehind, shown } from './answering.ts';

const ETHER = 10n ** 18n;
const COLLECTION = address(0xc0);
const PLACE = { at: 'token', collection: COLLECTION, tokenId: '7' } as const;
const missing = async () => Promise.reject(new GavelError('MARKETPLACE_NOT_FOUND', 'no'));
const endless = () => new Promise<never>(() => undefined);

function asker(token: Token, lookups: Partial<Lookups> = {}) {
  return asking({ lookups: { token: async () => fresh(token), ...lookups } });
}

const priceOf = (answer: Awaited<ReturnType<typeof answerToken>>) =>
  answer.embeds?.[0]?.fields?.find(({ name }) => name === 'Price')?.value;

describe('a token', () => {
  it('leads to its neighbours, owner, collection and auction, its exact amounts and its page', async () => {
    const running = toAuction({ id: 'a', auctionId: 4, collectionAddress: COLLECTION, tokenId: 7 }, 0);
    const context = asker(bareToken({ owner: address(0xb0), inAuction: true }), {
      auctions: async (query) => fresh(pageFrom(running === null ? [] : [running], query)),
    });
    const answer = await answerToken(PLACE, context);
    expectTaken(answer);
    expect(shown(answer).buttons).toEqual([
      '‹ Previous',
      'Next ›',
      'Owner',
      'Collection',
      'Auction',
      'Exact amounts',
      'Open',
    ]);
    const token = { collection: COLLECTION, tokenId: '7' };
    expect(placeBehind(answer, 'Next ›')).toEqual({ at: 'next-token', ...token });
    expect(placeBehind(answer, '‹ Previous')).toEqual({ at: 'previous-token', ...token });
    expect(placeBehind(answer, 'Owner')).toEqual({ at: 'profile', who: address(0xb0) });
    expect(placeBehind(answer, 'Auction')).toEqual({ at: 'auction', collection: COLLECTION, auctionId: '4' });
    expect(placeBehind(answer, 'Exact amounts')).toEqual({ at: 'exact-token', ...token });
  });

  it('without owner and auction has no way to them', async () => {
    const answer = await answerToken(PLACE, asker(bareToken({ owner: address(0) })));
    expect(shown(answer).buttons).toEqual(['‹ Previous', 'Next ›', 'Collection', 'Exact amounts', 'Open']);
  });

  it('has its price from its owner’s list where the collection’s list does not tell it', async () => {
    const listing = { id: '1', price: 3n * ETHER, expiresAt: null };
    const owned: OwnedToken[] = [bareOwned({ tokenId: '6' }), bareOwned({ listed: true, listing })];
    const context = asker(bareToken({ listed: true, owner: address(0xb0) }), {
      owned: async (_who, query) => fresh(pageFrom(owned, query)),
      collection: async () => fresh(bareCollection({}, { floor: 2n * ETHER })),
    });
    expect(priceOf(await answerToken(PLACE, context))).toBe('**3 ETH**\n-# 50% above the floor of 2 ETH');
  });

  it('is shown with what is known while the rest fails or hangs', async () => {
    const token = bareToken({ listed: true, owner: address(0xb0), inAuction: true });
    const context = asker(token, { owned: missing, auctions: endless, collection: endless });
    expect(priceOf(await answerToken(PLACE, context))).toBe('**listed**');
  });

  it('asks for no more than it needs', async () => {
    const asked: string[] = [];
    const note = (what: string) => async () => {
      asked.push(what);
      return missing();
    };
    const lookups = { owned: note('owned'), auctions: note('auctions'), collection: note('collection') };
    await answerToken(PLACE, asker(bareToken({ owner: address(0xb0) }), lookups));
    expect(asked).toEqual(['collection']);
  });

  it('sends the picture along that the token holds itself', async () => {
    const answer = await answerToken(PLACE, asker(bareToken({ inlineImage: 'data:image/png;base64,AAAA' })));
    expect(answer.embeds?.[0]?.image?.url).toBe('attachment://picture.png');
    expect(answer.files?.map(({ name }) => name)).toEqual(['picture.png']);
  });

  it('says of when it is where the marketplace does not answer', async () => {
    const answer = await answerToken(PLACE, asking({ lookups: { token: async () => old(bareToken()) } }));
    expect(shown(answer).text).toContain('<t:1767225600:R>');
  });

  it.each([
    [['6', '9'], 'Punks has no token `#7`. The nearest are `#6` and `#9`.'],
    [[null, '9'], 'Punks has no token `#7`. The nearest is `#9`.'],
    [[null, null], 'Punks has no token `#7`.'],
  ])('that is not there is answered with the nearest, %j', async ([previous = null, next = null], text) => {
    const context = asking({
      lookups: {
        token: missing,
        neighbour: async (_collection, _tokenId, side) => (side === 'next' ? next : previous),
      },
    });
    await expect(answerToken(PLACE, context)).rejects.toThrow(text);
  });

  it('fails as the marketplace does', async () => {
    await expect(answerToken(PLACE, asking())).rejects.toMatchObject({ code: 'MARKETPLACE_UNAVAILABLE' });
  });

  it('tells its amounts to the last digit', async () => {
    const context = asker(bareToken({ lastPrice: 1n }));
    const answer = await answerExactToken({ ...PLACE, at: 'exact-token' }, context);
    expectTaken(answer);
    expect(shown(answer).text).toContain('Last price: `0.000000000000000001 ETH`');
  });
});

describe('the token beside it', () => {
  const beside = { ...PLACE, at: 'next-token' } as const;

  it('is shown', async () => {
    const context = asking({
      lookups: {
        neighbour: async () => '8',
        token: async (_collection, tokenId) => fresh(bareToken({ tokenId })),
      },
    });
    expect(shown(await answerTokenBeside(beside, context)).footer).toContain('token 8');
  });

  it('is the one after it where it was burned since', async () => {
    const context = asking({
      lookups: {
        neighbour: async (_collection, tokenId) => String(Number(tokenId) + 1),
        token: async (_collection, tokenId) => (tokenId === '8' ? missing() : fresh(bareToken({ tokenId }))),
      },
    });
    expect(shown(await answerTokenBeside(beside, context)).footer).toContain('token 9');
  });

  it.each([
    ['next-token', 'This is the last token of Punks.'],
    ['previous-token', 'This is the first token of Punks.'],
  ] as const)('is none at the end: %s', async (at, text) => {
    const context = asking({ lookups: { neighbour: async () => null } });
    await expect(answerTokenBeside({ ...PLACE, at }, context)).rejects.toThrow(text);
  });
});
