import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { AuctionCache } from '#src/marketplace/auction-cache.ts';
import { NotFound, Unavailable } from '#src/marketplace/errors.ts';
import type { Lookups as MarketplaceLookups } from '#src/marketplace/lookups/lookups.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { type Auction, auctionStatus } from '#src/marketplace/resources/auction.ts';
import type { AuctionFilter, AuctionSort } from './list-orders.ts';

/** The API documents no filter by collection for auctions, so at most this many pages are filtered here. */
const MAX_FILTERED_PAGES = 5;
/** Maximum pages of each list that are searched for an uncached auction. */
const MAX_SEARCHED_PAGES = 3;
const PAGE_SIZE = 100;
/** How long to wait for a fresh answer before using the cached state. */
const REFRESH_TIMEOUT_MS = 2_000;

/** Returns the sort order: ascending only for running auctions by end time, so that the next to end come first. */
function sortOrderOf(filter: AuctionFilter, sort: AuctionSort): 'asc' | 'desc' {
  return filter === 'active' && sort === 'endTime' ? 'asc' : 'desc';
}

/**
 * Sorts auctions that wait for their settlement to the end, because they may stay active for weeks (field notes:
 * Auctions).
 */
function runningFirst(auctions: readonly Auction[], now: number): readonly Auction[] {
  const over = (auction: Auction) => auctionStatus(auction, now) === 'ended';
  return auctions.toSorted((a, b) => Number(over(a)) - Number(over(b)));
}

/** Resolves to the result, or to `null` if it fails or takes too long, so that the cached state is used. */
async function withTimeout<T>(found: Promise<T | null>): Promise<T | null> {
  const timeout = new AbortController();
  const timedOut = delay(REFRESH_TIMEOUT_MS, null, { signal: timeout.signal }).catch(() => null);
  try {
    return await Promise.race([found.catch(() => null), timedOut]);
  } finally {
    timeout.abort();
  }
}

/**
 * Creates auction lookups for commands, based on the cached lists and the cache of single auctions.
 * @param now epoch ms by the marketplace's clock
 */
export function createAuctionLookups(
  lookups: Pick<MarketplaceLookups, 'auctions'>,
  auctionCache: Pick<AuctionCache, 'find' | 'learn'>,
  now: () => number,
): {
  auctions(query: {
    readonly page: number;
    readonly limit: number;
    readonly filter: AuctionFilter;
    readonly sort: AuctionSort;
    readonly collection: Address | null;
  }): Promise<Dated<Page<Auction>>>;
  auction(collection: Address, auctionId: string): Promise<Dated<Auction>>;
} {
  async function readPage(
    status: AuctionFilter,
    sortBy: AuctionSort,
    page: number,
    limit: number,
  ): Promise<Dated<Page<Auction>>> {
    const sortOrder = sortOrderOf(status, sortBy);
    const answer = await lookups.auctions({ page, limit, status, sortBy, sortOrder });
    auctionCache.learn({ ...answer, value: answer.value.items });
    return answer;
  }

  /** Returns the matching auctions on the first pages of the list. */
  async function filterPages(
    filter: AuctionFilter,
    sort: AuctionSort,
    matches: (auction: Auction) => boolean,
  ) {
    const found = new Map<string, Auction>();
    const age = { asOf: Number.POSITIVE_INFINITY, stale: false };
    let whole = false;
    for (let page = 1; page <= MAX_FILTERED_PAGES && !whole; page += 1) {
      const { value, asOf, stale } = await readPage(filter, sort, page, PAGE_SIZE);
      for (const auction of value.items) if (matches(auction)) found.set(auction.id, auction);
      age.asOf = Math.min(age.asOf, asOf);
      age.stale ||= stale;
      whole = !value.hasNext || value.items.length === 0;
    }
    return { ...age, items: [...found.values()], whole };
  }

  /**
   * Searches the lists page by page, the first page of each before the second of any, because requested auctions are
   * rarely old.
   */
  async function search(collection: Address, auctionId: string): Promise<Dated<Auction> | null> {
    let old = false;
    const unread = new Set<AuctionFilter>(['active', 'completed', 'cancelled']);
    for (let page = 1; page <= MAX_SEARCHED_PAGES; page += 1) {
      for (const status of unread) {
        const { value, ...age } = await readPage(status, 'endTime', page, PAGE_SIZE);
        const found = value.items.find((one) => one.collection === collection && one.auctionId === auctionId);
        if (found !== undefined) return { ...age, value: found };
        old ||= age.stale;
        if (!value.hasNext) unread.delete(status);
      }
    }
    // The auction may exist even if an outdated list does not contain it.
    if (old) throw new Unavailable('the auction was not found, but only outdated lists could be searched');
    return null;
  }

  return {
    async auctions({ page, limit, filter, sort, collection }) {
      const endingSoonest = filter === 'active' && sort === 'endTime';
      if (collection === null && !endingSoonest) return readPage(filter, sort, page, limit);
      const {
        items: all,
        whole,
        asOf,
        stale,
      } = await filterPages(
        filter,
        sort,
        (auction) => collection === null || auction.collection === collection,
      );
      const items = endingSoonest ? runningFirst(all, now() / 1_000) : all;
      const start = (page - 1) * limit;
      const value = {
        items: items.slice(start, start + limit),
        page,
        total: whole ? items.length : null,
        hasNext: start + limit < items.length,
        unreadable: 0,
      };
      return { value, asOf, stale };
    },
    async auction(collection, auctionId) {
      const known = auctionCache.find(collection, auctionId);
      // A settled auction no longer changes.
      if (known !== undefined && known.value.finalizedAt !== null) return known;
      const found = search(collection, auctionId);
      if (known !== undefined) return (await withTimeout(found)) ?? { ...known, stale: true };
      const only = await found;
      if (only === null) throw new NotFound(`auction ${auctionId} of ${collection}`);
      return only;
    },
  };
}
