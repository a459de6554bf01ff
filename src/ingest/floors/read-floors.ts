import type { Address } from '#src/chain/address.ts';
import { NotFound } from '#src/marketplace/errors.ts';
import { type CollectionReading, type MarketList, readingOf } from '#src/marketplace/market-point.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Collection, ListedCollection } from '#src/marketplace/resources/collection.ts';

/** Reads the marketplace's collections, as a page of the list or one at a time. */
export interface FloorSource {
  collections(
    query: { readonly page: number; readonly limit: number },
    options: { readonly signal: AbortSignal },
  ): Promise<Page<ListedCollection>>;
  collection(address: Address, options: { readonly signal: AbortSignal }): Promise<Collection>;
}

/** Reads the current state of collections. Rejects when the marketplace does not answer. */
export type ReadFloors = (
  wanted: ReadonlySet<Address>,
  signal: AbortSignal,
) => Promise<readonly CollectionReading[]>;

const PAGE_LIMIT = 100;
/** Maximum pages per reading; if there are more, they take turns. */
const MAX_PAGES = 10;
/**
 * Maximum single requests per reading, for collections that are on no known page; if there are more, they take turns.
 */
const MAX_ALONE = 5;

/** Returns the next `most` items after those that were taken last, cyclically. */
function nextOf<T>(items: readonly T[], after: T | null, most: number): readonly T[] {
  const start = after === null ? 0 : items.indexOf(after) + 1;
  return [...items.slice(start), ...items.slice(0, start)].slice(0, most);
}

/**
 * Reads the list pages that contain the collections. The cost depends on the pages, not on the number of rules. A
 * collection that has moved to another page is requested alone until the whole list has been read again.
 * @param newestList the whole list as it was last read, to find the collections' pages
 */
export function createFloorReader(source: FloorSource, newestList: () => MarketList | null): ReadFloors {
  let learnt: MarketList | null = null;
  const pageOf = new Map<Address, number>();
  let lastPage: number | null = null;
  let lastAlone: Address | null = null;

  function learnPages(): void {
    const list = newestList();
    if (list === null || list === learnt) return;
    learnt = list;
    pageOf.clear();
    for (const [position, { collection }] of list.readings.entries())
      pageOf.set(collection, Math.floor(position / PAGE_LIMIT) + 1);
  }

  async function readPage(page: number, signal: AbortSignal): Promise<readonly CollectionReading[]> {
    const { items } = await source.collections({ page, limit: PAGE_LIMIT }, { signal });
    for (const { address } of items) pageOf.set(address, page);
    return items.map(readingOf);
  }

  async function readAlone(collection: Address, signal: AbortSignal): Promise<readonly CollectionReading[]> {
    try {
      const { stats, ...summary } = await source.collection(collection, { signal });
      return [readingOf({ ...summary, highestSale: null, listed: stats.listed, owners: stats.owners })];
    } catch (error) {
      if (error instanceof NotFound) return [];
      throw error;
    }
  }

  return async (wanted, signal) => {
    learnPages();
    const found = new Map<Address, CollectionReading>();
    const isMissing = (collection: Address): boolean => !found.has(collection);
    const pages = [...new Set([...wanted].flatMap((one) => pageOf.get(one) ?? []))].toSorted((a, b) => a - b);
    const read = nextOf(pages, lastPage, MAX_PAGES);
    lastPage = read.at(-1) ?? null;
    for (const page of read) {
      const before = [...wanted].filter((one) => pageOf.get(one) === page);
      for (const reading of await readPage(page, signal)) found.set(reading.collection, reading);
      // The next reading of the whole list finds its new page.
      for (const one of before) if (isMissing(one) && pageOf.get(one) === page) pageOf.delete(one);
    }
    const alone = [...wanted].filter((one) => isMissing(one) && !pageOf.has(one)).toSorted();
    const asked = nextOf(alone, lastAlone, MAX_ALONE);
    lastAlone = asked.at(-1) ?? null;
    for (const one of asked)
      for (const reading of await readAlone(one, signal)) found.set(reading.collection, reading);
    return [...found.values()];
  };
}
