import { describe, expect, it } from 'vitest';
import { answerUser } from '#commands/profile/show.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import { address } from '../../support/build-activity.ts';
import { bareCollection } from '../bare-collection.ts';
import { bareOwned, bareProfile } from '../bare-token.ts';
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
const WHO = address(0xb0);
const missing = async () => Promise.reject(new GavelError('MARKETPLACE_NOT_FOUND', 'no'));
const tokensOf = (count: number, collection = address(0xc0)) =>
  Array.from({ length: count }, (_, position) => bareOwned({ tokenId: String(position + 1), collection }));

function owning(tokens: readonly OwnedToken[], lookups: Partial<Lookups> = {}) {
  return answerContext({
    lookups: {
      profile: async () => freshResult(bareProfile({ name: 'ada', ownedTokens: tokens.length })),
      owned: async (_who, query) => freshResult(pageFrom(tokens, query)),
      collection: async () => freshResult(bareCollection({}, { floor: 2n * ETHER })),
      ...lookups,
    },
  });
}

const fieldOf = (answer: Awaited<ReturnType<typeof answerUser>>, name: string) =>
  answer.embeds?.[0]?.fields?.find((field) => field.name === name)?.value;

describe('a person', () => {
  it.each(['ada', WHO])('is found as %s, with what they hold at its floor', async (identifier) => {
    const answer = await answerUser(identifier, owning(tokensOf(3)));
    expectAccepted(answer);
    expect(renderAnswer(answer)).toMatchObject({
      title: 'ada',
      buttons: ['NFTs', 'Listed', 'Watch', 'Open'],
    });
    expect(fieldOf(answer, 'Holdings')).toContain('3 items · 6 ETH at floor price');
    expect(targetScreen(answer, 'NFTs')).toMatchObject({ at: 'owned', who: WHO, listed: false });
    expect(targetScreen(answer, 'Listed')).toMatchObject({ at: 'owned', who: WHO, listed: true });
  });

  it('who owns very much is read in nine requests, and said to have more', async () => {
    const tokens = Array.from({ length: 20 }, (_, position) => tokensOf(50, address(position + 1))).flat();
    let asked = 0;
    const count =
      <A extends unknown[], R>(answer: (...values: A) => Promise<R>) =>
      (...values: A): Promise<R> => {
        asked += 1;
        return answer(...values);
      };
    const answer = await answerUser(
      WHO,
      owning(tokens, {
        owned: count(async (_who, query) => freshResult(pageFrom(tokens, query))),
        collection: count(async () => freshResult(bareCollection({}, { floor: ETHER }))),
      }),
    );
    expectAccepted(answer);
    expect(asked).toBe(9);
    expect(fieldOf(answer, 'Holdings')).toContain('only the latest 300 of 1,000 items are counted');
  });

  it('with a private profile has no lookups of its tokens', async () => {
    const context = owning(tokensOf(3), {
      profile: async () => freshResult(bareProfile({ isPrivate: true })),
    });
    const answer = await answerUser(WHO, context);
    expect(fieldOf(answer, 'Holdings')).toBeUndefined();
    expect(renderAnswer(answer).text).toContain('This profile is private');
  });

  it('is shown without holdings while these fail', async () => {
    const answer = await answerUser(WHO, owning([], { owned: missing }));
    expect(renderAnswer(answer).title).toBe('ada');
    expect(fieldOf(answer, 'Holdings')).toBeUndefined();
  });

  it('who has no profile is shown with what the wallet holds', async () => {
    const answer = await answerUser(WHO, owning(tokensOf(2), { profile: missing }));
    expect(renderAnswer(answer).title).toBe('0x0000…00b0');
    expect(fieldOf(answer, 'Items')).toBe('2');
  });

  it('the marketplace does not know is reported as unknown', async () => {
    const context = owning([], { profile: missing });
    await expect(answerUser(WHO, context)).rejects.toThrow('has no activity on the marketplace yet');
    await expect(answerUser('@everyone', context)).rejects.toThrow('No user “@\u200beveryone” found.');
  });

  it('is shown with the age of the oldest answer', async () => {
    const profile = async () => staleResult(bareProfile());
    expect(renderAnswer(await answerUser(WHO, owning([], { profile }))).text).toContain('<t:1767225600:R>');
  });
});

describe('the tokens of a wallet', () => {
  const screen = {
    at: 'owned',
    who: WHO,
    page: 1,
    collection: null,
    sort: 'acquiredAt',
    listed: false,
  } as const;

  it('is listed ten a page, each to be opened, with ways to other orders', async () => {
    const answer = await answerScreen({ ...screen, page: 2 }, owning(tokensOf(25)));
    expectAccepted(answer);
    const seen = renderAnswer(answer);
    expect(seen).toMatchObject({
      title: 'NFTs owned by ada',
      footer: 'Test Market · page 2 of 3 · 25 items',
    });
    expect(seen.menus['owned']).toHaveLength(10);
    expect(seen.buttons).toEqual([
      ...['‹ Previous', 'Next ›'],
      ...['Profile', 'Listed for sale', 'By number', 'Rarest first', 'Cheapest first'],
    ]);
    expect(targetScreen(answer, 'Rarest first')).toEqual({ ...screen, sort: 'rarityRank' });
    expect(targetScreen(answer, 'Listed for sale')).toEqual({ ...screen, listed: true });
    expect(targetScreen(answer, 'Punks #11')).toMatchObject({ at: 'token', tokenId: '11' });
  });

  it('of one collection leads back to all of them', async () => {
    const answer = await answerScreen({ ...screen, collection: address(0xc0) }, owning(tokensOf(1)));
    expect(targetScreen(answer, 'All collections')).toEqual(screen);
  });

  it('shows the last page where the list has become shorter', async () => {
    const answer = await answerScreen({ ...screen, page: 9 }, owning(tokensOf(25)));
    expect(renderAnswer(answer).footer).toContain('page 3 of 3');
  });

  it('is shown without the name while that is unknown', async () => {
    const answer = await answerScreen(screen, owning(tokensOf(1), { profile: missing }));
    expect(renderAnswer(answer).title).toBe('NFTs owned by 0x0000…00b0');
  });

  it('by a wallet the marketplace does not know is reported as unknown', async () => {
    const context = owning([], { owned: missing, profile: missing });
    await expect(answerScreen(screen, context)).rejects.toThrow('has no activity on the marketplace yet');
  });
});
