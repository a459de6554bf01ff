import { describe, expect, it } from 'vitest';
import { answerTokens } from '../../../src/discord/answers/tokens.ts';
import { traitKey } from '../../../src/discord/finding/trait-key.ts';
import type { Lookups } from '../../../src/discord/lookups.ts';
import type { Place } from '../../../src/discord/place.ts';
import { UserError } from '../../../src/discord/user-error.ts';
import type { SortedPage } from '../../../src/domain/page.ts';
import type { Token } from '../../../src/domain/token.ts';
import { address } from '../../support/build-activity.ts';
import { token, tokens } from '../../support/build-token.ts';
import { bareCollection } from '../bare-collection.ts';
import { asking, expectTaken, fresh, old, pageFrom, placeBehind, shown } from './answering.ts';

const ETHER = 10n ** 18n;
const PUNKS = address(0xc0);

const CHEAPEST = {
  at: 'tokens',
  collection: PUNKS,
  page: 1,
  sort: 'price',
  descending: false,
  listed: true,
  trait: null,
} as const satisfies Place;

type Query = Parameters<Lookups['tokens']>[1];

/** An asker of a collection with these tokens; `asked` grows with every question to the marketplace. */
function asks(
  items: readonly Token[],
  change: Partial<SortedPage<Token>> = {},
  lookups: Partial<Lookups> = {},
) {
  const asked: Query[] = [];
  const context = asking({
    lookups: {
      tokens: async (_collection, query) => {
        asked.push(query);
        return fresh({ ...pageFrom(items, query), sorted: true, ...change });
      },
      traits: async () => fresh([{ type: 'Hat', values: [{ value: 'Crown', count: 3, rarity: 0.03 }] }]),
      ...lookups,
    },
  });
  return { context, asked };
}

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
    const answer = await answerTokens({ ...CHEAPEST, listed: false }, asks(items).context);
    const link = (number: number) => `[Punk #${number}](https://market.example/item/${PUNKS}/${number})`;
    expect(shown(answer).text.split('\n')).toEqual([
      '-# cheapest first',
      `**${link(1)}** · **3 ETH**`,
      '-# rank 12 of 1,000 (top 1.2%) · last sold for 2 ETH · has offers',
      `**${link(2)}** · **listed**`,
      `**${link(3)}** · **in auction**`,
      `**${link(4)}**`,
    ]);
    expect(shown(answer)).toMatchObject({
      title: 'Tokens of Punks',
      footer: 'Test Market · page 1 of 1 · 4 tokens',
    });
    expectTaken(answer);
  });

  it('tells the floor beside what is listed, and does without where it is not told', async () => {
    const collection = async () => fresh(bareCollection({}, { floor: 5n * ETHER }));
    const told = await answerTokens(CHEAPEST, asks(tokens(3), {}, { collection }).context);
    const untold = await answerTokens(CHEAPEST, asks(tokens(3)).context);
    expect(shown(told).text).toMatch(/^-# listed ones only · cheapest first · floor 5 ETH\n/);
    expect(shown(untold).text).toMatch(/^-# listed ones only · cheapest first\n/);
  });

  it('says so where the marketplace ignored the order', async () => {
    const answer = await answerTokens(CHEAPEST, asks(tokens(3), { sorted: false }).context);
    expect(shown(answer).text).toContain('in the marketplace’s own order, only this page is cheapest first');
  });

  it('can be ordered anew and sifted, from the first page on', async () => {
    const answer = await answerTokens({ ...CHEAPEST, page: 2 }, asks(tokens(35)).context);
    expect(placeBehind(answer, 'Rarest first')).toEqual({ ...CHEAPEST, sort: 'rarityRank' });
    expect(placeBehind(answer, 'Listed or not')).toEqual({ ...CHEAPEST, listed: false });
    expect(placeBehind(answer, 'Last »')).toEqual({ ...CHEAPEST, page: 4 });
    expect(placeBehind(answer, 'Punk #11')).toEqual({ at: 'token', collection: PUNKS, tokenId: '11' });
    expect(shown(answer).buttons).toEqual(
      expect.arrayContaining(['Collection', 'Traits', 'Holders', 'Activity']),
    );
  });

  it('are asked for by the trait that a key means, and lead back to any trait', async () => {
    const { context, asked } = asks(tokens(2));
    const trait = traitKey('Hat', 'Crown');
    const answer = await answerTokens({ ...CHEAPEST, listed: false, trait }, context);
    expect(asked[0]?.trait).toEqual({ type: 'Hat', value: 'Crown' });
    expect(shown(answer).text).toMatch(/^-# Hat: Crown · cheapest first\n/);
    expect(placeBehind(answer, 'Any trait')).toEqual({ ...CHEAPEST, listed: false });
  });

  it('says so kindly where no trait has that key any more', async () => {
    const answer = answerTokens({ ...CHEAPEST, trait: 'AAAAAA' }, asks(tokens(2)).context);
    await expect(answer).rejects.toThrow(UserError);
    await expect(answer).rejects.toThrow('no such trait any more');
  });

  it('shows the last page to who asks for one beyond it', async () => {
    const { context, asked } = asks(tokens(25));
    const answer = await answerTokens({ ...CHEAPEST, page: 40 }, context);
    expect(asked.map(({ page }) => page)).toEqual([40, 3]);
    expect(shown(answer).footer).toContain('page 3 of 3');
    expect(placeBehind(answer, '‹ Previous')).toEqual({ ...CHEAPEST, page: 2 });
  });

  it('shows the first page where nobody knows which is the last', async () => {
    const { context, asked } = asks(tokens(25), { total: null });
    const answer = await answerTokens({ ...CHEAPEST, page: 40 }, context);
    expect(asked.map(({ page }) => page)).toEqual([40, 1]);
    expect(shown(answer).footer).toContain('page 1');
  });

  it('says what to do where nothing is listed, and where the next page may have some', async () => {
    const none = await answerTokens(CHEAPEST, asks([]).context);
    const sifted = await answerTokens(CHEAPEST, asks([], { total: null, hasNext: true }).context);
    expect(shown(none).text).toContain('“Listed or not” below');
    expect(shown(none).buttons).toContain('Listed or not');
    expect(shown(sifted).text).toContain('the next one may have some');
    expect(shown(sifted).buttons).toContain('Next ›');
    expectTaken(none);
    expectTaken(sifted);
  });

  it('says of what moment an old answer is', async () => {
    const answer = await answerTokens(
      CHEAPEST,
      asks([], {}, { tokens: async (_, query) => old({ ...pageFrom(tokens(3), query), sorted: true }) })
        .context,
    );
    expect(shown(answer).text).toContain('As of <t:1767225600:R>');
  });
});
