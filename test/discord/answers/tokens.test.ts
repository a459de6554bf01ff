import { describe, expect, it } from 'vitest';
import type { Address } from '#src/chain/address.ts';
import { GavelError } from '#src/chain/errors.ts';
import { traitKey } from '#src/discord/finding/find-trait.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { SortedPage } from '#src/marketplace/requested-order.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { address } from '../../support/build-activity.ts';
import { token, tokens } from '../../support/build-token.ts';
import { bareCollection } from '../bare-collection.ts';
import { bareOwned } from '../bare-token.ts';
import {
  answerContext,
  answerScreen,
  expectAccepted,
  freshResult,
  type NamedScreen,
  pageFrom,
  renderAnswer,
  staleResult,
  targetScreen,
} from './answer-context.ts';

const ETHER = 10n ** 18n;
const PUNKS = address(0xc0);
/** The marketplace's time, epoch seconds. */
const NOW = 1_767_225_600;

const CHEAPEST = {
  at: 'tokens',
  collection: PUNKS,
  page: 1,
  sort: 'price',
  descending: false,
  listed: true,
  trait: null,
} as const satisfies NamedScreen;

type Query = Parameters<Lookups['tokens']>[1];

/** The context of a collection with these tokens; `asked` records the requests to the marketplace. */
function asks(
  items: readonly Token[],
  change: Partial<SortedPage<Token>> = {},
  lookups: Partial<Lookups> = {},
) {
  const asked: Query[] = [];
  const context = answerContext({
    marketNow: NOW * 1_000,
    lookups: {
      tokens: async (_collection, query) => {
        asked.push(query);
        return freshResult({ ...pageFrom(items, query), sorted: true, ...change });
      },
      traits: async () =>
        freshResult([{ type: 'Hat', values: [{ value: 'Crown', count: 3, rarity: 0.03 }] }]),
      ...lookups,
    },
  });
  return { context, asked };
}

/** What each token of an answer is offered for. */
const offersIn = (answer: Awaited<ReturnType<typeof answerScreen>>) =>
  [...renderAnswer(answer).text.matchAll(/^\*\*\[(.+?)\]\(.+?\)\*\*(?: · \*\*(.+)\*\*)?$/gm)].map(
    ([, name, offer]) => [name, offer],
  );

describe('the tokens of a collection', () => {
  it('are shown with what they cost, how rare they are and what was paid for them', async () => {
    const items = [
      token({
        tokenId: '1',
        listed: true,
        listingPrice: 3n * ETHER,
        rarity: { rank: 12, total: 1_000, percentile: null, score: null },
        lastPrice: 2n * ETHER,
        hasOffers: true,
      }),
      token({ tokenId: '2', listed: true }),
      token({ tokenId: '3', inAuction: true }),
      token({ tokenId: '4' }),
    ];
    const answer = await answerScreen({ ...CHEAPEST, listed: false }, asks(items).context);
    const link = (number: number) => `[Punk #${number}](https://market.example/item/${PUNKS}/${number})`;
    expect(renderAnswer(answer).text.split('\n')).toEqual([
      '-# cheapest first',
      `**${link(1)}** · **3 ETH**`,
      '-# rank 12 of 1,000 (top 1.2%) · last sold for 2 ETH · has offers',
      `**${link(2)}** · **listed**`,
      `**${link(3)}** · **up for auction**`,
      `**${link(4)}**`,
    ]);
    expect(renderAnswer(answer)).toMatchObject({
      title: 'Punks tokens',
      footer: 'Test Market · page 1 of 1 · 4 tokens',
    });
    expectAccepted(answer);
  });

  it('have their prices from their owners’ lists, each asked once, where the collection’s list has none', async () => {
    const [ada, bob] = [address(0xa), address(0xb)];
    const listed = (tokenId: string, owner: Address) => token({ tokenId, owner, listed: true });
    const items = [listed('1', ada), listed('2', bob), listed('3', ada), token({ tokenId: '4', owner: bob })];
    const owners: Address[] = [];
    const owned: Lookups['owned'] = async (who, query) => {
      owners.push(who);
      if (who === bob) throw new GavelError('MARKETPLACE_UNAVAILABLE', 'down');
      const listings = ['1', '3'].map((tokenId) =>
        bareOwned({
          tokenId,
          listed: true,
          listing: { id: tokenId, price: BigInt(tokenId) * ETHER, expiresAt: null },
        }),
      );
      return freshResult(pageFrom(listings, query));
    };
    const answer = await answerScreen(CHEAPEST, asks(items, {}, { owned }).context);
    expect(offersIn(answer)).toEqual([
      ['Punk #1', '1 ETH'],
      ['Punk #2', 'listed'],
      ['Punk #3', '3 ETH'],
      ['Punk #4', undefined],
    ]);
    expect(owners).toEqual([ada, bob]);
  });

  it('are not for sale once their listing has expired', async () => {
    const owned: Lookups['owned'] = async (_who, query) => {
      const listing = { id: '1', price: ETHER, expiresAt: NOW };
      return freshResult(pageFrom([bareOwned({ tokenId: '1', listed: true, listing })], query));
    };
    const items = [token({ tokenId: '1', listed: true, listingPrice: ETHER })];
    const answer = await answerScreen(CHEAPEST, asks(items, {}, { owned }).context);
    expect(offersIn(answer)).toEqual([['Punk #1', undefined]]);
  });

  it('shows the floor beside the listed tokens, and leaves it out where it is unknown', async () => {
    const collection = async () => freshResult(bareCollection({}, { floor: 5n * ETHER }));
    const answer = await answerScreen(CHEAPEST, asks(tokens(3), {}, { collection }).context);
    const untold = await answerScreen(CHEAPEST, asks(tokens(3)).context);
    expect(renderAnswer(answer).text).toMatch(/^-# listed for sale · cheapest first · floor 5 ETH\n/);
    expect(renderAnswer(untold).text).toMatch(/^-# listed for sale · cheapest first\n/);
  });

  it('says so where the marketplace ignored the order', async () => {
    const answer = await answerScreen(CHEAPEST, asks(tokens(3), { sorted: false }).context);
    expect(renderAnswer(answer).text).toContain('sorted within this page only: cheapest first');
  });

  it('can be ordered anew and sifted, from the first page on', async () => {
    const answer = await answerScreen({ ...CHEAPEST, page: 2 }, asks(tokens(35)).context);
    expect(targetScreen(answer, 'Rarest first')).toEqual({ ...CHEAPEST, sort: 'rarityRank' });
    expect(targetScreen(answer, 'All items')).toEqual({ ...CHEAPEST, listed: false });
    expect(targetScreen(answer, 'Last »')).toEqual({ ...CHEAPEST, page: 4 });
    expect(targetScreen(answer, 'Punk #11')).toEqual({ at: 'token', collection: PUNKS, tokenId: '11' });
    expect(renderAnswer(answer).buttons).toEqual(
      expect.arrayContaining(['Collection', 'Traits', 'Holders', 'Activity']),
    );
  });

  it('are asked for by the trait that a key means, and lead back to any trait', async () => {
    const { context, asked } = asks(tokens(2));
    const trait = traitKey('Hat', 'Crown');
    const answer = await answerScreen({ ...CHEAPEST, listed: false, trait }, context);
    expect(asked[0]?.trait).toEqual({ type: 'Hat', value: 'Crown' });
    expect(renderAnswer(answer).text).toMatch(/^-# Hat: Crown · cheapest first\n/);
    expect(targetScreen(answer, 'Any trait')).toEqual({ ...CHEAPEST, listed: false });
  });

  it('says so kindly where no trait has that key any more', async () => {
    const answer = answerScreen({ ...CHEAPEST, trait: 'AAAAAA' }, asks(tokens(2)).context);
    await expect(answer).rejects.toThrow(UserError);
    await expect(answer).rejects.toThrow('no longer exists');
  });

  it('shows the last page to who asks for one beyond it', async () => {
    const { context, asked } = asks(tokens(25));
    const answer = await answerScreen({ ...CHEAPEST, page: 40 }, context);
    expect(asked.map(({ page }) => page)).toEqual([40, 3]);
    expect(renderAnswer(answer).footer).toContain('page 3 of 3');
    expect(targetScreen(answer, '‹ Previous')).toEqual({ ...CHEAPEST, page: 2 });
  });

  it('shows the first page where the last one is unknown', async () => {
    const { context, asked } = asks(tokens(25), { total: null });
    const answer = await answerScreen({ ...CHEAPEST, page: 40 }, context);
    expect(asked.map(({ page }) => page)).toEqual([40, 1]);
    expect(renderAnswer(answer).footer).toContain('page 1');
  });

  it('says what to do where nothing is listed, and where the next page may have some', async () => {
    const none = await answerScreen(CHEAPEST, asks([]).context);
    const sifted = await answerScreen(CHEAPEST, asks([], { total: null, hasNext: true }).context);
    expect(renderAnswer(none).text).toContain('“All items” below');
    expect(renderAnswer(none).buttons).toContain('All items');
    expect(renderAnswer(sifted).text).toContain('Try the next one');
    expect(renderAnswer(sifted).buttons).toContain('Next ›');
    expectAccepted(none);
    expectAccepted(sifted);
  });

  it('says of what moment an old answer is', async () => {
    const answer = await answerScreen(
      CHEAPEST,
      asks(
        [],
        {},
        { tokens: async (_, query) => staleResult({ ...pageFrom(tokens(3), query), sorted: true }) },
      ).context,
    );
    expect(renderAnswer(answer).text).toContain('As of <t:1767225600:R>');
  });
});
