import type { TokenSheet, TokenTrait } from './model.ts';

/** How rare a token is among the tokens of its collection: rank 1 is the rarest. */
export interface Rarity {
  readonly rank: number;
  readonly total: number;
  /** Bits of surprise: the sum of log2(1 / share) over the trait types. */
  readonly score: number;
}

/** How often each value of a trait type occurs, in the order of first sight. */
export type TraitCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What can be known of a collection from its traits alone. */
export interface RarityTable {
  readonly counts: TraitCounts;
  readonly tokensWithTraits: number;
  readonly tokenTotal: number;
  of(tokenId: string): Rarity;
}

/**
 * Statistical rarity: the less likely a token's combination of traits, the higher its rank. Lacking a
 * trait type counts as a value of its own. Equal scores are ranked in the order of the list.
 */
export function rarityTable(tokens: readonly TokenSheet[]): RarityTable {
  const counts = countTraits(tokens);
  const bits = (count: number): number => Math.log2(tokens.length / count);
  const absent = new Map(
    [...counts].map(([type, values]) => {
      const lacking = tokens.length - [...values.values()].reduce((sum, count) => sum + count, 0);
      return [type, lacking > 0 ? bits(lacking) : 0];
    }),
  );
  const baseline = [...absent.values()].reduce((sum, score) => sum + score, 0);
  const scored = tokens.map((token) => ({
    tokenId: token.tokenId,
    score: token.traits.reduce((sum, trait) => {
      const count = counts.get(trait.type)?.get(String(trait.value)) ?? tokens.length;
      return sum + bits(count) - (absent.get(trait.type) ?? 0);
    }, baseline),
  }));
  const ranks = new Map<string, Rarity>();
  const byRarity = scored.sort((left, right) => right.score - left.score);
  for (const [index, { tokenId, score }] of byRarity.entries()) {
    ranks.set(tokenId, { rank: index + 1, total: tokens.length, score });
  }
  return {
    counts,
    tokensWithTraits: tokens.filter((token) => token.traits.length > 0).length,
    tokenTotal: tokens.length,
    of: (tokenId) => ranks.get(tokenId) ?? { rank: tokens.length, total: tokens.length, score: 0 },
  };
}

/** The share of the collection's tokens that have this trait, in percent. */
export function traitPercentage(table: RarityTable, trait: TokenTrait): number {
  const count = table.counts.get(trait.type)?.get(String(trait.value)) ?? 0;
  return percentage(count, table.tokenTotal);
}

/** `part` of `whole` in percent; 0 of nothing is 0. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

function countTraits(tokens: readonly TokenSheet[]): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const token of tokens) {
    for (const trait of token.traits) {
      const values = counts.get(trait.type) ?? new Map<string, number>();
      const value = String(trait.value);
      values.set(value, (values.get(value) ?? 0) + 1);
      counts.set(trait.type, values);
    }
  }
  return counts;
}
