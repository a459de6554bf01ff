import type { Address } from './address.ts';
import type { OwnedToken } from './profile.ts';
import type { Wei } from './wei.ts';

/** What somebody has of one collection. */
export interface Holding {
  readonly collection: Address;
  /** Tokens that were counted. */
  readonly tokens: number;
  readonly listed: number;
  /** Lowest price of the collection; `null` where it is not known or nothing is listed. */
  readonly floor: Wei | null;
}

/** What somebody has, as far as it was read. */
export interface Holdings {
  /** The most valuable first, then the largest. */
  readonly each: readonly Holding[];
  readonly counted: number;
  /** Tokens in all; `null` where the marketplace does not tell. */
  readonly total: number | null;
  /** Whether all of them were counted. */
  readonly whole: boolean;
}

/** What a holding is worth at its collection's floor, wei; 0 where that is not known. */
export function valueAtFloor({ tokens, floor }: Holding): Wei {
  return BigInt(tokens) * (floor ?? 0n);
}

/** Tokens counted by collection, the largest holding first; floors are not known yet. */
export function countHoldings(tokens: readonly OwnedToken[]): Holding[] {
  const counts = new Map<Address, Holding>();
  for (const { collection, listed } of tokens) {
    const before = counts.get(collection) ?? { collection, tokens: 0, listed: 0, floor: null };
    counts.set(collection, {
      ...before,
      tokens: before.tokens + 1,
      listed: before.listed + (listed ? 1 : 0),
    });
  }
  return [...counts.values()].toSorted((a, b) => b.tokens - a.tokens);
}

/** The most valuable first; what is worth the same stays in its order. */
export function byValue(holdings: readonly Holding[]): Holding[] {
  const compare = (a: bigint, b: bigint) => Number(b > a) - Number(b < a);
  return holdings.toSorted((a, b) => compare(valueAtFloor(a), valueAtFloor(b)) || b.tokens - a.tokens);
}
