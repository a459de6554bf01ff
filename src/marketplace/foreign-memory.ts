/**
 * Parts that share the budget: the list of collections, the watched auctions, and the feed records that need no
 * decoding.
 */
export type ForeignPart = 'directory' | 'auctions' | 'feed';

const MEBIBYTE = 1_024 * 1_024;
/** Budget for all external data in memory. While a list is being read, its old copy is kept too. */
const TOTAL_BYTES = 56 * MEBIBYTE;
/** Reserved bytes of each part, which other parts cannot use regardless of the amount of data. */
const RESERVED_BYTES: Readonly<Record<ForeignPart, number>> = {
  directory: 16 * MEBIBYTE,
  auctions: 16 * MEBIBYTE,
  feed: 8 * MEBIBYTE,
};
const PARTS: readonly ForeignPart[] = ['directory', 'auctions', 'feed'];

/** The memory share of one part. */
export interface ForeignShare {
  /** How many bytes it may keep now: all bytes that other parts neither keep nor have reserved. */
  readonly limit: number;
  /** Sets how many bytes it keeps from now on. */
  keep(bytes: number): void;
}

/** A common budget in bytes for external data. The bytes are estimates of heap use. */
export interface ForeignMemory {
  share(part: ForeignPart): ForeignShare;
}

export function createForeignMemory(): ForeignMemory {
  const kept: Record<ForeignPart, number> = { directory: 0, auctions: 0, feed: 0 };
  return {
    share: (part) => ({
      get limit() {
        const others = PARTS.filter((other) => other !== part);
        return others.reduce(
          (left, other) => left - Math.max(kept[other], RESERVED_BYTES[other]),
          TOTAL_BYTES,
        );
      },
      keep(bytes) {
        kept[part] = bytes;
      },
    }),
  };
}

/** An unlimited share, for use outside of a bot. */
export const unlimitedShare: ForeignShare = { limit: Number.POSITIVE_INFINITY, keep: () => undefined };

/** Approximate overhead of each value, bytes. */
const VALUE_WEIGHT = 16;

/** About how many bytes a decoded value takes in memory; always positive. */
export function approximateBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return VALUE_WEIGHT + value.length * 2;
    case 'object': {
      if (value === null) return VALUE_WEIGHT;
      let weight = VALUE_WEIGHT;
      for (const inner of Object.values(value)) weight += approximateBytes(inner);
      return weight;
    }
    default:
      return VALUE_WEIGHT;
  }
}
