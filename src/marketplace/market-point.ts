import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { ListedCollection } from './resources/collection.ts';

/** State of a collection as reported by the marketplace; `null` for unreported values. */
export interface MarketReading {
  /** Also `null` if nothing is listed. */
  readonly floor: Wei | null;
  /** Tokens for sale. */
  readonly listed: number | null;
  readonly owners: number | null;
  /** Total of all sales so far. */
  readonly volume: Wei | null;
}

/** State of a collection from a time on, until its next point. */
export interface MarketPoint extends MarketReading {
  /** Epoch seconds, a whole minute. */
  readonly at: number;
}

export interface CollectionReading extends MarketReading {
  readonly collection: Address;
}

/** Returns whether nothing has changed. */
export const isSameReading = (one: MarketReading, other: MarketReading): boolean =>
  one.floor === other.floor &&
  one.listed === other.listed &&
  one.owners === other.owners &&
  one.volume === other.volume;

/** State of the collections in the marketplace's list. */
export interface MarketList {
  /** In the order of the list. */
  readonly readings: readonly CollectionReading[];
  /** Epoch ms. */
  readonly readAt: number;
}

/** Returns a collection's state from a list. A floor of 0 means none. */
export const readingOf = ({
  address,
  floor,
  listed,
  owners,
  totalVolume,
}: ListedCollection): CollectionReading => ({
  collection: address,
  floor: floor === 0n ? null : floor,
  listed,
  owners,
  volume: totalVolume,
});
