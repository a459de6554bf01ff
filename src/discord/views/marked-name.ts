import { shortAddress } from '../../domain/address.ts';
import type { CollectionSummary } from '../../domain/collection.ts';
import { VERIFIED_MARK } from '../../domain/collection-names.ts';
import { plainLine } from '../text.ts';

/** What stands behind the name of a collection: the mark where the marketplace verified it. */
export function markOf({ verified }: Pick<CollectionSummary, 'verified'>): string {
  return verified ? ` ${VERIFIED_MARK}` : '';
}

/**
 * A collection of the local directory by name, for a place where Discord reads no markdown: `Lantern Foxes ✓`.
 * @param maximum length of the answer in UTF-16 units
 */
export function markedName(collection: CollectionSummary, maximum: number): string {
  const mark = markOf(collection);
  return `${plainLine(collection.name, maximum - mark.length) || shortAddress(collection.address)}${mark}`;
}
