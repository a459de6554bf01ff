import { describe, expect, it } from 'vitest';
import { answerOwned } from '../../../src/discord/answers/owned.ts';
import { answerPerson } from '../../../src/discord/answers/profile.ts';
import type { Lookups } from '../../../src/discord/lookups.ts';
import { GavelError } from '../../../src/domain/errors.ts';
import type { OwnedToken } from '../../../src/domain/profile.ts';
import { address } from '../../support/build-activity.ts';
import { bareCollection } from '../bare-collection.ts';
import { bareOwned, bareProfile } from '../bare-token.ts';
import { asking, expectTaken, fresh, old, pageFrom, placeBehind, shown } from './answering.ts';

const ETHER = 10n ** 18n;
const WHO = address(0xb0);
const missing = async () => Promise.reject(new GavelError('MARKETPLACE_NOT_FOUND', 'no'));
const tokensOf = (count: number, collection = address(0xc0)) =>
  Array.from({ length: count }, (_, position) => bareOwned({ tokenId: String(position + 1), collection }));

function owning(tokens: readonly OwnedToken[], lookups: Partial<Lookups> = {}) {
  return asking({
    lookups: {
      profile: async () => fresh(bareProfile({ name: 'ada', ownedTokens: tokens.length })),
      owned: async (_who, query) => fresh(pageFrom(tokens, query)),
      collection: async () => fresh(bareCollection({}, { floor: 2n * ETHER })),
      ...lookups,
    },
  });
}

const fieldOf = (answer: Awaited<ReturnType<typeof answerPerson>>, name: string) =>
  answer.embeds?.[0]?.fields?.find((field) => field.name === name)?.value;

describe('a person', () => {
  it.each(['ada', WHO])('is found as %s, with what they hold at its floor', async (identifier) => {
    const answer = await answerPerson(identifier, owning(tokensOf(3)));
    expectTaken(answer);
    expect(shown(answer)).toMatchObject({ title: 'ada', buttons: ['NFTs', 'Listed', 'Open'] });
    expect(fieldOf(answer, 'Holds')).toContain('3 items · 6 ETH at floor');
    expect(placeBehind(answer, 'NFTs')).toMatchObject({ at: 'owned', who: WHO, listed: false });
    expect(placeBehind(answer, 'Listed')).toMatchObject({ at: 'owned', who: WHO, listed: true });
  });

  it('who owns very much is asked about in nine requests, and told to have more', async () => {
    const tokens = Array.from({ length: 20 }, (_, position) => tokensOf(50, address(position + 1))).flat();
    let asked = 0;
    const count =
      <A extends unknown[], R>(answer: (...values: A) => Promise<R>) =>
      (...values: A): Promise<R> => {
        asked += 1;
        return answer(...values);
      };
    const answer = await answerPerson(
      WHO,
      owning(tokens, {
        owned: count(async (_who, query) => fresh(pageFrom(tokens, query))),
        collection: count(async () => fresh(bareCollection({}, { floor: ETHER }))),
      }),
    );
    expectTaken(answer);
    expect(asked).toBe(9);
    expect(fieldOf(answer, 'Holds')).toContain('counted: the latest 300 of 1,000 items');
  });

  it('who wants to be private is not looked into', async () => {
    const context = owning(tokensOf(3), { profile: async () => fresh(bareProfile({ isPrivate: true })) });
    const answer = await answerPerson(WHO, context);
    expect(fieldOf(answer, 'Holds')).toBeUndefined();
    expect(shown(answer).text).toContain('This profile is private');
  });

  it('is shown without holdings while these fail', async () => {
    const answer = await answerPerson(WHO, owning([], { owned: missing }));
    expect(shown(answer).title).toBe('ada');
    expect(fieldOf(answer, 'Holds')).toBeUndefined();
  });

  it('who has no profile is shown with what the wallet holds', async () => {
    const answer = await answerPerson(WHO, owning(tokensOf(2), { profile: missing }));
    expect(shown(answer).title).toBe('0x0000…00b0');
    expect(fieldOf(answer, 'Items')).toBe('2');
  });

  it('nobody knows is said to be unknown', async () => {
    const context = owning([], { profile: missing });
    await expect(answerPerson(WHO, context)).rejects.toThrow('does not know the wallet');
    await expect(answerPerson('@everyone', context)).rejects.toThrow(
      'The marketplace knows nobody called “@\u200beveryone”.',
    );
  });

  it('is told with the age of the oldest answer', async () => {
    const profile = async () => old(bareProfile());
    expect(shown(await answerPerson(WHO, owning([], { profile }))).text).toContain('<t:1767225600:R>');
  });
});

describe('what somebody owns', () => {
  const place = {
    at: 'owned',
    who: WHO,
    page: 1,
    collection: null,
    sort: 'acquiredAt',
    listed: false,
  } as const;

  it('is listed ten a page, each to be opened, with ways to other orders', async () => {
    const answer = await answerOwned({ ...place, page: 2 }, owning(tokensOf(25)));
    expectTaken(answer);
    const seen = shown(answer);
    expect(seen).toMatchObject({ title: 'NFTs of ada', footer: 'Test Market · page 2 of 3 · 25 items' });
    expect(seen.menus['owned']).toHaveLength(10);
    expect(seen.buttons).toEqual([
      ...['‹ Previous', 'Next ›'],
      ...['Profile', 'Listed only', 'By number', 'Rarest first', 'Cheapest first'],
    ]);
    expect(placeBehind(answer, 'Rarest first')).toEqual({ ...place, sort: 'rarityRank' });
    expect(placeBehind(answer, 'Listed only')).toEqual({ ...place, listed: true });
    expect(placeBehind(answer, 'Punks #11')).toMatchObject({ at: 'token', tokenId: '11' });
  });

  it('of one collection leads back to all of them', async () => {
    const answer = await answerOwned({ ...place, collection: address(0xc0) }, owning(tokensOf(1)));
    expect(placeBehind(answer, 'All collections')).toEqual(place);
  });

  it('shows the last page where the list has become shorter', async () => {
    const answer = await answerOwned({ ...place, page: 9 }, owning(tokensOf(25)));
    expect(shown(answer).footer).toContain('page 3 of 3');
  });

  it('is shown without the name while that is not told', async () => {
    const answer = await answerOwned(place, owning(tokensOf(1), { profile: missing }));
    expect(shown(answer).title).toBe('NFTs of 0x0000…00b0');
  });

  it('by a wallet nobody knows is said to be unknown', async () => {
    const context = owning([], { owned: missing, profile: missing });
    await expect(answerOwned(place, context)).rejects.toThrow('does not know the wallet');
  });
});
