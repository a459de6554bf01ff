/** What shares the budget: the list of collections, the watched auctions, and the records of the feed that need no decoding. */
export type ForeignPart = 'directory' | 'auctions' | 'feed';

const MEBIBYTE = 1_024 * 1_024;
/** For everything foreign that is kept. While a list is read anew, its old copy is kept too. */
const TOTAL_BYTES = 56 * MEBIBYTE;
/** What the others cannot take from a part, however much they are sent. Bytes. */
const RESERVED_BYTES: Readonly<Record<ForeignPart, number>> = {
  directory: 16 * MEBIBYTE,
  auctions: 16 * MEBIBYTE,
  feed: 8 * MEBIBYTE,
};
const PARTS: readonly ForeignPart[] = ['directory', 'auctions', 'feed'];

/** What one part may keep. */
export interface ForeignShare {
  /** How many bytes it may keep now: all that the others neither keep nor have reserved. */
  readonly limit: number;
  /** Says how many bytes it keeps from now on. */
  keep(bytes: number): void;
}

/** One budget in bytes for the foreign data that is kept. The bytes are estimates of the heap that the data takes. */
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

/** A share without a limit, for what is not part of a bot. */
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
