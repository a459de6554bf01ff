import type { Address } from '../domain/address.ts';
import type { CollectionSummary } from '../domain/collection.ts';
import { collectionNamesInSteps, plainName, withoutMarks } from '../domain/collection-names.ts';
import { type Findable, findable, finderInSteps, foldText } from '../domain/finding.ts';
import { finish, type Steps, sortInSteps } from '../domain/steps.ts';

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
function* indexBy(
  collections: readonly CollectionSummary[],
  keyOf: (collection: CollectionSummary) => string,
): Steps<Map<string, CollectionSummary>> {
  const index = new Map<string, CollectionSummary>();
  for (const collection of collections) {
    const key = keyOf(collection);
    if (key !== '' && !index.has(key)) index.set(key, collection);
    yield;
  }
  return index;
}

/**
 * An index that is made in steps, as many collections take longer than the event loop may be held; nothing of it can be used
 * before it is whole.
 * @param listed with the names that the marketplace tells
 */
export function* indexInSteps(listed: readonly CollectionSummary[]): Steps<CollectionIndex> {
  const names = yield* collectionNamesInSteps(listed);
  const collections: CollectionSummary[] = [];
  const told = new Map<Address, string>();
  for (const one of listed) {
    const name = names.shown(one);
    collections.push(name === one.name ? one : { ...one, name });
    told.set(one.address, plainName(one.name));
    yield;
  }
  const traded = yield* sortInSteps(collections, byVolume);
  // Verified first, then by volume: who names a collection like a known one comes after it.
  const trusted = [...traded.filter((one) => one.verified), ...traded.filter((one) => !one.verified)];
  const slugOf = ({ path }: CollectionSummary) => withoutMarks(unescapeSlug(path ?? ''));
  const entries: Findable<CollectionSummary>[] = [];
  for (const collection of trusted) {
    const { name, symbol, address } = collection;
    entries.push(findable(collection, [name, slugOf(collection), symbol ?? ''], [address]));
    yield;
  }
  const finder = yield* finderInSteps(entries);
  const byAddress = yield* indexBy(trusted, ({ address }) => address);
  const named = [
    yield* indexBy(trusted, (collection) => foldText(slugOf(collection))),
    yield* indexBy(trusted, ({ address }) => foldText(told.get(address) ?? '')),
    yield* indexBy(trusted, ({ name }) => foldText(name)),
    yield* indexBy(trusted, ({ symbol }) => foldText(symbol ?? '')),
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

/** Of a marketplace of which nothing is known yet. */
export function emptyIndex(): CollectionIndex {
  return finish(indexInSteps([]));
}
