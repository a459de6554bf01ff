import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { OwnedToken } from './resources/owned-token.ts';

/** A wallet's tokens of one collection. */
export interface Holding {
  readonly collection: Address;
  /** Number of tokens counted. */
  readonly tokens: number;
  readonly listed: number;
  /** Floor of the collection, wei; `null` if unknown or nothing is listed. */
  readonly floor: Wei | null;
}

/** A wallet's holdings, as far as they were read. */
export interface Holdings {
  /** Most valuable first, then largest. */
  readonly each: readonly Holding[];
  readonly counted: number;
  /** Number of all tokens; `null` if the marketplace does not report it. */
  readonly total: number | null;
  /** Whether all of them were counted. */
  readonly whole: boolean;
}

/** Returns the value of a holding at its collection's floor, wei; 0 if the floor is unknown. */
export function valueAtFloor({ tokens, floor }: Holding): Wei {
  return BigInt(tokens) * (floor ?? 0n);
}

/** Counts tokens by collection, largest holding first; floors are `null`. */
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

/** Sorts holdings, most valuable first, then largest; equal holdings keep their order. */
export function byValue(holdings: readonly Holding[]): Holding[] {
  const compare = (a: bigint, b: bigint) => Number(b > a) - Number(b < a);
  return holdings.toSorted((a, b) => compare(valueAtFloor(a), valueAtFloor(b)) || b.tokens - a.tokens);
}
