import type { CollectionMarket, TokenState } from '../world/collection-market.ts';
import type { TraitCounts } from '../world/rarity.ts';
import { ApiError } from './errors.ts';
import { compareIds, type SortKey, sorted } from './sorting.ts';

/** marketplace-api: GET /api/tokens/collection/{address}. */
export const tokenSorts = ['tokenId', 'price', 'rarityRank', 'lastSale'] as const;
type TokenSort = (typeof tokenSorts)[number];

/** Accepted values by trait type. */
export type TraitFilter = ReadonlyMap<string, ReadonlySet<string>>;

/** Filters and order of a token list. */
export interface TokenChoice {
  readonly listed: boolean | undefined;
  readonly traits: TraitFilter;
  readonly sortBy: TokenSort;
  readonly sortOrder: 'asc' | 'desc';
}

/**
 * The chosen tokens in order. Tokens without a price or a sale come last in either order; ties are ordered by
 * token id in the same direction.
 */
export function chooseTokens(collection: CollectionMarket, choice: TokenChoice): readonly TokenState[] {
  const chosen = collection.tokens
    .filter((token) => choice.listed === undefined || (token.listing !== null) === choice.listed)
    .filter((token) => hasTraits(token, choice.traits));
  return sorted(chosen, sortKey(collection, choice.sortBy), choice.sortOrder, (left, right) =>
    compareIds(left.sheet.tokenId, right.sheet.tokenId),
  );
}

/**
 * Reads `type:value,type:value`. A comma or colon inside a type or a value is accepted where the collection's
 * own traits make it unambiguous. Values of one type are alternatives; types must all hold. Throws a 400 when a
 * pair has no colon.
 */
export function readTraits(text: string | null, known: TraitCounts): TraitFilter {
  const filter = new Map<string, Set<string>>();
  for (const pair of splitPairs(text ?? '')) {
    const [type, value] = splitPair(pair, known);
    filter.set(type, (filter.get(type) ?? new Set<string>()).add(value));
  }
  return filter;
}

function splitPairs(text: string): readonly string[] {
  const pairs: string[] = [];
  for (const part of text.split(',')) {
    const last = pairs.at(-1);
    if (!part.includes(':') && last !== undefined) pairs[pairs.length - 1] = `${last},${part}`;
    else if (part !== '') pairs.push(part);
  }
  return pairs;
}

function splitPair(pair: string, known: TraitCounts): readonly [string, string] {
  const first = pair.indexOf(':');
  if (first < 0) throw new ApiError(400, 'traits must be a comma-separated list of type:value pairs.');
  for (let at = first; at >= 0; at = pair.indexOf(':', at + 1)) {
    if (known.has(pair.slice(0, at).trim())) return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  }
  return [pair.slice(0, first).trim(), pair.slice(first + 1).trim()];
}

function hasTraits(token: TokenState, wanted: TraitFilter): boolean {
  for (const [type, values] of wanted) {
    const own = token.sheet.traits.find((trait) => trait.type === type);
    if (own === undefined || !values.has(String(own.value))) return false;
  }
  return true;
}

function sortKey(collection: CollectionMarket, sortBy: TokenSort): (token: TokenState) => SortKey {
  const rarity = collection.rarity();
  const keys: Record<TokenSort, (token: TokenState) => SortKey> = {
    tokenId: () => 0,
    price: (token) => token.listing?.price ?? null,
    rarityRank: (token) => rarity.of(token.sheet.tokenId).rank,
    lastSale: (token) => token.lastSaleAtMs,
  };
  return keys[sortBy];
}
