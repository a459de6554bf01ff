import type { Address } from '#src/chain/address.ts';
import { runSteps, type StepGenerator, sortInSteps } from '#src/chain/steps.ts';
import { createCollectionNamesInSteps, sanitiseName, withoutCheckMarks } from './collection-names.ts';
import type { CollectionSummary } from './resources/collection.ts';
import { createSearchIndexInSteps, normaliseText, type SearchItem, toSearchItem } from './text-search.ts';

/** Decodes a path slug or URL segment: `swapx-%7C-x` is `swapx-|-x`. */
function unescapeSlug(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A single `%` is not an escape, so the slug is used as written.
    return text;
  }
}

function byVolume(a: CollectionSummary, b: CollectionSummary): number {
  const difference = (b.totalVolume ?? -1n) - (a.totalVolume ?? -1n);
  return difference === 0n ? a.name.localeCompare(b.name) : Number(difference > 0n) - Number(difference < 0n);
}

/** Synchronous search index of collections, under their display names. */
export interface CollectionIndex {
  readonly size: number;
  /**
   * Returns the display name of any collection, `null` if unknown.
   * @param reported its name in the current record
   */
  nameOf(address: Address, reported: string | null): string | null;
  get(address: string): CollectionSummary | undefined;
  /** Finds a collection by address, path, name or symbol, in this order; among equal names the more trusted one. */
  exact(text: string): CollectionSummary | undefined;
  /** Finds collections, best first, see `Directory.search`. */
  searchInSteps(text: string, limit: number): StepGenerator<CollectionSummary[]>;
}

/** Maps each key to its first collection, which is the more trusted one among equal names. */
function* indexBy(
  collections: readonly CollectionSummary[],
  keyOf: (collection: CollectionSummary) => string,
): StepGenerator<Map<string, CollectionSummary>> {
  const index = new Map<string, CollectionSummary>();
  for (const collection of collections) {
    const key = keyOf(collection);
    if (key !== '' && !index.has(key)) index.set(key, collection);
    yield;
  }
  return index;
}

/**
 * Builds the index in steps, because building it at once would block the event loop. It is usable only when complete.
 * @param listed with the names that the marketplace reports
 */
export function* indexInSteps(listed: readonly CollectionSummary[]): StepGenerator<CollectionIndex> {
  const names = yield* createCollectionNamesInSteps(listed);
  const collections: CollectionSummary[] = [];
  const plainNames = new Map<Address, string>();
  for (const one of listed) {
    const name = names.shown(one);
    collections.push(name === one.name ? one : { ...one, name });
    plainNames.set(one.address, sanitiseName(one.name));
    yield;
  }
  const traded = yield* sortInSteps(collections, byVolume);
  // Verified first, then by volume, so that an imitation of a known collection comes after it.
  const trusted = [...traded.filter((one) => one.verified), ...traded.filter((one) => !one.verified)];
  const slugOf = ({ path }: CollectionSummary) => withoutCheckMarks(unescapeSlug(path ?? ''));
  const entries: SearchItem<CollectionSummary>[] = [];
  for (const collection of trusted) {
    const { name, symbol, address } = collection;
    entries.push(toSearchItem(collection, [name, slugOf(collection), symbol ?? ''], [address]));
    yield;
  }
  const finder = yield* createSearchIndexInSteps(entries);
  const byAddress = yield* indexBy(trusted, ({ address }) => address);
  const byName = [
    yield* indexBy(trusted, (collection) => normaliseText(slugOf(collection))),
    yield* indexBy(trusted, ({ address }) => normaliseText(plainNames.get(address) ?? '')),
    yield* indexBy(trusted, ({ name }) => normaliseText(name)),
    yield* indexBy(trusted, ({ symbol }) => normaliseText(symbol ?? '')),
  ];

  return {
    size: collections.length,
    nameOf: names.nameOf,
    get: (address) => byAddress.get(address.trim().toLowerCase()),
    exact(text) {
      const wanted = normaliseText(withoutCheckMarks(unescapeSlug(text)));
      const hits = [byAddress.get(wanted), ...byName.map((index) => index.get(wanted))];
      return hits.find((hit) => hit !== undefined);
    },
    *searchInSteps(text, limit) {
      const wanted = withoutCheckMarks(text);
      return normaliseText(wanted) === '' ? traded.slice(0, limit) : yield* finder.findInSteps(wanted, limit);
    },
  };
}

/** Creates an index without collections. */
export function emptyIndex(): CollectionIndex {
  return runSteps(indexInSteps([]));
}
