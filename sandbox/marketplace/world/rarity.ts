import type { TokenSheet, TokenTrait } from './token-sheet.ts';

/** How rare a token is among the tokens of its collection: rank 1 is the rarest. */
export interface Rarity {
  readonly rank: number;
  readonly total: number;
  /** Information content in bits: the sum of log2(1 / share) over the trait types. */
  readonly score: number;
}

/** How often each value of a trait type occurs, in the order of first occurrence. */
export type TraitCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Rarity data computed from a collection's traits. */
export interface RarityTable {
  readonly counts: TraitCounts;
  readonly tokensWithTraits: number;
  readonly tokenTotal: number;
  of(tokenId: string): Rarity;
}

/**
 * Statistical rarity: the less likely a token's combination of traits, the higher its rank. The absence of a
 * trait type counts as a value of its own. Equal scores are ranked in the order of the list.
 */
export function rarityTable(tokens: readonly TokenSheet[]): RarityTable {
  const counts = countTraits(tokens);
  const { baseline, bits } = surprises(counts, tokens.length);
  const ranks = new Map<string, { rank: number; total: number; score: number }>();
  for (const { tokenId, traits } of tokens) {
    let score = baseline;
    for (const { type, value } of traits) score += bits.get(type)?.get(String(value)) ?? 0;
    ranks.set(tokenId, { rank: 0, total: tokens.length, score });
  }
  const rarestFirst = [...ranks.values()].sort((left, right) => right.score - left.score);
  for (const [index, rarity] of rarestFirst.entries()) rarity.rank = index + 1;
  return {
    counts,
    tokensWithTraits: tokens.filter((token) => token.traits.length > 0).length,
    tokenTotal: tokens.length,
    of: (tokenId) => ranks.get(tokenId) ?? { rank: tokens.length, total: tokens.length, score: 0 },
  };
}

/** The score of a token without traits, and what each value adds to it, in bits. */
function surprises(
  counts: TraitCounts,
  total: number,
): { readonly baseline: number; readonly bits: ReadonlyMap<string, ReadonlyMap<string, number>> } {
  let baseline = 0;
  const bits = new Map<string, Map<string, number>>();
  for (const [type, values] of counts) {
    const lacking = total - values.values().reduce((sum, count) => sum + count, 0);
    const absent = lacking > 0 ? Math.log2(total / lacking) : 0;
    baseline += absent;
    bits.set(
      type,
      new Map(values.entries().map(([value, count]) => [value, Math.log2(total / count) - absent])),
    );
  }
  return { baseline, bits };
}

/** The share of the collection's tokens with this trait, in percent. */
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
      let values = counts.get(trait.type);
      if (values === undefined) {
        values = new Map();
        counts.set(trait.type, values);
      }
      const value = String(trait.value);
      values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  return counts;
}
