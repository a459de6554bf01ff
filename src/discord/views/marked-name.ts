import { shortAddress } from '#src/chain/address.ts';
import { VERIFIED_MARK } from '#src/marketplace/collection-names.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import { sanitizeLine } from '../text.ts';

/** Returns the suffix of a collection's name: a check mark if the marketplace verified it. */
export function verifiedMarkOf({ verified }: Pick<CollectionSummary, 'verified'>): string {
  return verified ? ` ${VERIFIED_MARK}` : '';
}

/**
 * Formats a collection of the local directory by name, for places where Discord does not render markdown: `Lantern
 * Foxes ✓`.
 * @param maximum length of the result in UTF-16 units
 */
export function markedName(collection: CollectionSummary, maximum: number): string {
  const mark = verifiedMarkOf(collection);
  return `${sanitizeLine(collection.name, maximum - mark.length) || shortAddress(collection.address)}${mark}`;
}
