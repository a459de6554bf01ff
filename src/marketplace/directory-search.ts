import type { Address } from '../domain/address.ts';
import type { CollectionSummary } from '../domain/collection.ts';
import { createCollectionNames, plainName, withoutMarks } from '../domain/collection-names.ts';
import { createFinder, findable, foldText } from '../domain/finding.ts';

/** A path slug or URL segment as people read it: `swapx-%7C-x` is `swapx-|-x`. */
function unescapeSlug(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone `%` is no escape: such a slug reads as it is written.
    return text;
  }
}

function byVolume(a: CollectionSummary, b: CollectionSummary): number {
  const difference = (b.totalVolume ?? -1n) - (a.totalVolume ?? -1n);
  return difference === 0n ? a.name.localeCompare(b.name) : Number(difference > 0n) - Number(difference < 0n);
}

/** Verified first, then by volume: who names a collection like a known one comes after it. */
function byTrust(a: CollectionSummary, b: CollectionSummary): number {
  return Number(b.verified) - Number(a.verified) || byVolume(a, b);
}

/** A local index of collections, under the names by which they are shown; nothing in it ever waits. */
export interface CollectionIndex {
  readonly size: number;
  /** What a collection is called, known or not; `null` where nobody says. @param told what a record calls it */
  nameOf(address: Address, told: string | null): string | null;
  get(address: string): CollectionSummary | undefined;
  /** By address, path, name or symbol, in this order; equal names give the more trusted. */
  exact(text: string): CollectionSummary | undefined;
  /** Best first, see `Directory.search`. */
  search(text: string, limit: number): CollectionSummary[];
}

/** The first of each key, so that equal names give the more trusted. */
function indexBy(
  collections: readonly CollectionSummary[],
  keyOf: (collection: CollectionSummary) => string,
): Map<string, CollectionSummary> {
  const index = new Map<string, CollectionSummary>();
  for (const collection of collections) {
    const key = keyOf(collection);
    if (key !== '' && !index.has(key)) index.set(key, collection);
  }
  return index;
}

/** @param listed with the names that the marketplace tells */
export function createCollectionIndex(listed: readonly CollectionSummary[]): CollectionIndex {
  const names = createCollectionNames(listed);
  const collections = listed.map((one) => {
    const name = names.shown(one);
    return name === one.name ? one : { ...one, name };
  });
  const told = new Map(listed.map(({ address, name }) => [address, plainName(name)]));
  const trusted = collections.toSorted(byTrust);
  const traded = collections.toSorted(byVolume);
  const slugOf = ({ path }: CollectionSummary) => withoutMarks(unescapeSlug(path ?? ''));
  const entries = trusted.map((collection) => {
    const { name, symbol, address } = collection;
    return findable(collection, [name, slugOf(collection), symbol ?? ''], [address]);
  });
  const finder = createFinder(entries);
  // Now, and not while somebody types.
  finder.prepare();
  const byAddress = indexBy(trusted, ({ address }) => address);
  const named = [
    indexBy(trusted, (collection) => foldText(slugOf(collection))),
    indexBy(trusted, ({ address }) => foldText(told.get(address) ?? '')),
    indexBy(trusted, ({ name }) => foldText(name)),
    indexBy(trusted, ({ symbol }) => foldText(symbol ?? '')),
  ];

  return {
    size: collections.length,
    nameOf: names.told,
    get: (address) => byAddress.get(address.trim().toLowerCase()),
    exact(text) {
      const wanted = foldText(withoutMarks(unescapeSlug(text)));
      const hits = [byAddress.get(wanted), ...named.map((index) => index.get(wanted))];
      return hits.find((hit) => hit !== undefined);
    },
    search(text, limit) {
      const wanted = withoutMarks(text);
      return foldText(wanted) === '' ? traded.slice(0, limit) : finder.find(wanted, limit);
    },
  };
}
