import { describe, expect, it } from 'vitest';
import { auctionChoices } from '#commands/auction-option.ts';
import { collectionChoices } from '#commands/collection-option.ts';
import { tokenChoices } from '#commands/token-option.ts';
import { traitChoices, traitTypeChoices } from '#commands/trait-option.ts';
import { findTrait } from '#src/discord/finding/find-trait.ts';
import type { CommandServices } from '#src/discord/services.ts';
import type { TraitType } from '#src/marketplace/resources/collection.ts';
import { auctionOf } from '../discord/any-auction.ts';
import { inMemoryServices, summary } from '../discord/command-services.ts';
import { TRICK_TEXTS } from '../discord/nasty-text.ts';
import { address } from '../support/build-activity.ts';

const PUNKS = address(0xc0);
const START = 1_767_225_600;

function servicesWith(suggestions: Partial<CommandServices['suggestions']>): CommandServices {
  const nothing = { traits: () => [], tokens: () => [], tokenName: () => null, auctions: () => [] };
  const { services } = inMemoryServices({ suggestions: { ...nothing, ...suggestions } });
  return { ...services, now: () => START * 1_000, marketNow: () => START * 1_000 };
}

const FUR: TraitType = {
  type: 'Fur',
  values: [
    { value: 'Gold', count: 12, rarity: 1 },
    { value: 'Grey', count: null, rarity: 2 },
  ],
};

/** What Discord takes: names and values of 1 to 100 characters. */
const tooLong = (choices: readonly { name: string; value: string }[]) =>
  choices.filter(({ name, value }) => [name, value].some((text) => text.length < 1 || text.length > 100));

describe('the choices of a trait', () => {
  const services = servicesWith({ traits: () => [FUR] });

  it('are the types and values of the collection chosen before', async () => {
    expect(await traitTypeChoices('', PUNKS, services)).toEqual([{ name: 'Fur (2)', value: 'Fur' }]);
    expect(await traitChoices('', PUNKS, services)).toEqual([
      { name: 'Fur: Gold (12)', value: 'Fur: Gold' },
      { name: 'Fur: Grey', value: 'Fur: Grey' },
    ]);
  });

  it('are found by value, by type and with a mistake', async () => {
    for (const typed of ['gold', 'fur: go', 'glod']) {
      expect((await traitChoices(typed, PUNKS, services))[0]?.value).toBe('Fur: Gold');
    }
  });

  it('are none without a collection, or with one that nobody knows', async () => {
    expect(await traitChoices('', null, services)).toEqual([]);
    expect(await traitTypeChoices('', 'nothing', services)).toEqual([]);
  });

  it('are what Discord takes and mean what they show, whatever the collection wrote', async () => {
    const nasty = TRICK_TEXTS.map((type) => ({
      type,
      values: TRICK_TEXTS.map((value) => ({ value, count: 1, rarity: null })),
    }));
    for (const typed of ['', 'x', '*', 'e']) {
      const some = servicesWith({ traits: () => nasty });
      const values = await traitChoices(typed, PUNKS, some);
      expect(tooLong([...values, ...(await traitTypeChoices(typed, PUNKS, some))])).toEqual([]);
      for (const { value } of values) expect(findTrait(value, nasty)).not.toBeNull();
    }
  });

  it('are the best 25 of 3,000 values', async () => {
    const values = Array.from({ length: 3_000 }, (_, number) => ({
      value: `Value ${number}`,
      count: number,
      rarity: null,
    }));
    const many = servicesWith({ traits: () => [{ type: 'Number', values }] });
    expect(await traitChoices('valeu 2', PUNKS, many)).toHaveLength(25);
  });
});

describe('the choices of a token', () => {
  const tokens = [
    { tokenId: '125', name: 'Fox #125' },
    { tokenId: '12', name: 'Twelve' },
    { tokenId: '9', name: null },
  ];
  const services = servicesWith({ tokens: () => tokens });

  it('begin with the number as it was typed, known or not', () => {
    expect(tokenChoices('#4000', PUNKS, services)).toEqual([{ name: 'Punks #4000', value: '4000' }]);
    expect(tokenChoices('12', PUNKS, services)).toEqual([
      { name: 'Twelve #12', value: '12' },
      { name: 'Fox #125', value: '125' },
    ]);
  });

  it('are those that were seen, by number and by name', () => {
    expect(tokenChoices('', PUNKS, services).map(({ name }) => name)).toEqual([
      'Punks #9',
      'Twelve #12',
      'Fox #125',
    ]);
    expect(tokenChoices('twlve', PUNKS, services)[0]?.value).toBe('12');
  });

  it('are what Discord takes for the longest numbers and names', () => {
    const long = TRICK_TEXTS.map((name, number) => ({ name, tokenId: `${'9'.repeat(75)}${10 + number}` }));
    const choices = tokenChoices('9'.repeat(60), PUNKS, servicesWith({ tokens: () => long }));
    expect(choices.length).toBeGreaterThan(1);
    expect(tooLong(choices)).toEqual([]);
  });

  it('are at most 25 of 2,000 tokens', () => {
    const many = Array.from({ length: 2_000 }, (_, id) => ({ tokenId: String(id), name: `Fox #${id}` }));
    const all = servicesWith({ tokens: () => many });
    expect(tokenChoices('fox', PUNKS, all)).toHaveLength(25);
  });
});

describe('the choices of an auction', () => {
  const auctions = [
    auctionOf({ auctionId: '1', tokenId: '7', endTime: START + 125 }),
    auctionOf({ auctionId: '2', tokenId: '8', endTime: START - 60, finalizedAt: START, active: false }),
  ];
  const services = servicesWith({
    auctions: () => auctions,
    tokenName: (_collection, tokenId) => (tokenId === '7' ? 'Zombie' : null),
  });

  it('are called by token and end', () => {
    expect(auctionChoices('', services)).toEqual([
      { name: 'Zombie · ends in 2m 5s', value: `${PUNKS}/1` },
      { name: 'Punks #8 · ended 1m ago', value: `${PUNKS}/2` },
    ]);
  });

  it.each([
    ['zombie', '1'],
    ['zmobie', '1'],
    ['#8', '2'],
    ['punks', '1'],
    [`https://market.example/auction/${PUNKS}/2`, '2'],
  ])('are found by %s', (typed, number) => {
    expect(auctionChoices(typed, services)[0]?.value).toBe(`${PUNKS}/${number}`);
  });

  it('are what Discord takes for a thousand auctions', () => {
    const many = Array.from({ length: 1_000 }, (_, number) =>
      auctionOf({ auctionId: String(number), tokenId: `${'9'.repeat(70)}${number}`, id: String(number) }),
    );
    const all = servicesWith({
      auctions: () => many,
      tokenName: (_, id) => TRICK_TEXTS[Number(id.slice(-2))] ?? null,
    });
    for (const typed of ['', 'lantren']) {
      expect(tooLong(auctionChoices(typed, all))).toEqual([]);
    }
  });
});

describe('the choices of a collection', () => {
  it('have what a pasted page is about', async () => {
    const { services } = inMemoryServices({ collections: [summary()] });
    expect(await collectionChoices(`https://market.example/item/${PUNKS}/12`, services)).toEqual([
      { name: 'Punks ✓', value: PUNKS },
    ]);
  });
});
