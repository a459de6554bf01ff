import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rarityTable, traitPercentage } from '../../../sandbox/marketplace/world/rarity.ts';
import type { TokenSheet } from '../../../sandbox/marketplace/world/token-sheet.ts';

const sheet = (tokenId: number, traits: Readonly<Record<string, string>>): TokenSheet => ({
  tokenId: String(tokenId),
  name: '',
  description: '',
  traits: Object.entries(traits).map(([type, value]) => ({ type, value })),
  amount: 1,
});

describe('a rarity table', () => {
  it('adds up the information content of every trait, in bits', () => {
    const table = rarityTable([
      sheet(1, { Hat: 'top', Eyes: 'one' }),
      sheet(2, { Hat: 'cap', Eyes: 'two' }),
      sheet(3, { Hat: 'cap', Eyes: 'two' }),
      sheet(4, { Hat: 'cup', Eyes: 'one' }),
    ]);
    expect(table.of('1')).toEqual({ rank: 1, total: 4, score: 2 + 1 });
    expect(table.of('2')).toEqual({ rank: 3, total: 4, score: 1 + 1 });
    expect(traitPercentage(table, { type: 'Hat', value: 'cap' })).toBe(50);
  });

  it('counts the absence of a trait as a trait', () => {
    const table = rarityTable([
      sheet(1, { Hat: 'top' }),
      sheet(2, { Hat: 'top' }),
      sheet(3, { Hat: 'top' }),
      sheet(4, {}),
    ]);
    expect(table.of('4')).toEqual({ rank: 1, total: 4, score: 2 });
    expect(table.tokensWithTraits).toBe(3);
  });

  it('gives every token a rank of its own, the rarer the better, for any traits', () => {
    const traits = fc.dictionary(fc.constantFrom('Hat', 'Eyes', 'Coat'), fc.constantFrom('a', 'b', 'c'));
    fc.assert(
      fc.property(fc.array(traits, { minLength: 1, maxLength: 40 }), (all) => {
        const table = rarityTable(all.map((own, index) => sheet(index, own)));
        const rarities = all.map((_, index) => table.of(String(index)));
        const byRank = rarities.toSorted((left, right) => left.rank - right.rank);
        expect(byRank.map(({ rank }) => rank)).toEqual(all.map((_, index) => index + 1));
        const scores = byRank.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((left, right) => right - left));
        expect(scores.every((score) => score > -1e-9)).toBe(true);
      }),
    );
  });
});
