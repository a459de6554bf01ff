import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { ListedCollection } from './resources/collection.ts';

/** How a collection stands, as the marketplace reports it; `null` for what it does not report. */
export interface MarketReading {
  /** `null` also when nothing is listed. */
  readonly floor: Wei | null;
  /** Tokens for sale. */
  readonly listed: number | null;
  readonly owners: number | null;
  /** Of all sales so far. */
  readonly volume: Wei | null;
}

/** How a collection stood from a time on, until its next point. */
export interface MarketPoint extends MarketReading {
  /** Epoch seconds, a whole minute. */
  readonly at: number;
}

export interface CollectionReading extends MarketReading {
  readonly collection: Address;
}

/** Whether nothing has changed. */
export const isSameReading = (one: MarketReading, other: MarketReading): boolean =>
  one.floor === other.floor &&
  one.listed === other.listed &&
  one.owners === other.owners &&
  one.volume === other.volume;

/** What the marketplace's list says of its collections. */
export interface MarketList {
  /** In the order of the list. */
  readonly readings: readonly CollectionReading[];
  /** Epoch ms. */
  readonly readAt: number;
}

/** What a list says of a collection. A floor of 0 is none. */
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
