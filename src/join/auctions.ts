import { setTimeout as delay } from 'node:timers/promises';
import type { Lookups } from '../discord/lookups.ts';
import type { AuctionFilter, AuctionSort } from '../discord/place.ts';
import type { Address } from '../domain/address.ts';
import { type Auction, auctionStatus } from '../domain/auction.ts';
import type { Dated } from '../domain/dated.ts';
import type { Page } from '../domain/page.ts';
import type { AuctionBook } from '../marketplace/auction-book.ts';
import { NotFound, Unavailable } from '../marketplace/errors.ts';
import type { Lookups as MarketplaceLookups } from '../marketplace/lookups/lookups.ts';

/** The API documents no filter by collection for auctions, so so much of the list is read and sifted here. */
const SIFTED_PAGES = 5;
/** Looking for one auction nobody has heard of reads so many pages of each list at most. */
const SEARCHED_PAGES = 3;
const FULL_PAGE = 100;
/** How long the last known state is held back while the marketplace is asked. */
const PATIENCE_MS = 2_000;

/** What ends next comes first among the running ones; of all others the latest, and the highest bid. */
function orderOf(filter: AuctionFilter, sort: AuctionSort): 'asc' | 'desc' {
  return filter === 'active' && sort === 'endTime' ? 'asc' : 'desc';
}

/** What waits for its settlement stays active, for weeks at worst (field notes: Auctions): it comes last. */
function openFirst(auctions: readonly Auction[], now: number): readonly Auction[] {
  const over = (auction: Auction) => auctionStatus(auction, now) === 'ended';
  return auctions.toSorted((a, b) => Number(over(a)) - Number(over(b)));
}

/** What was found, or `null` when that fails or takes too long: then something older is better than waiting. */
async function withinPatience<T>(found: Promise<T | null>): Promise<T | null> {
  const patience = new AbortController();
  const waited = delay(PATIENCE_MS, null, { signal: patience.signal }).catch(() => null);
  try {
    return await Promise.race([found.catch(() => null), waited]);
  } finally {
    patience.abort();
  }
}

/**
 * Auctions as commands ask for them, on top of the cached lists and the book of what was heard of.
 * @param now epoch ms by the marketplace's clock
 */
export function joinAuctions(
  lookups: Pick<MarketplaceLookups, 'auctions'>,
  book: Pick<AuctionBook, 'find' | 'learn'>,
  now: () => number,
): Pick<Lookups, 'auctions' | 'auction'> {
  async function readPage(
    status: AuctionFilter,
    sortBy: AuctionSort,
    page: number,
    limit: number,
  ): Promise<Dated<Page<Auction>>> {
    const sortOrder = orderOf(status, sortBy);
    const answer = await lookups.auctions({ page, limit, status, sortBy, sortOrder });
    book.learn({ ...answer, value: answer.value.items });
    return answer;
  }

  /** The wanted ones, as far as the first pages of the list hold them. */
  async function sifted(filter: AuctionFilter, sort: AuctionSort, wanted: (auction: Auction) => boolean) {
    const found = new Map<string, Auction>();
    const age = { asOf: Number.POSITIVE_INFINITY, stale: false };
    let whole = false;
    for (let page = 1; page <= SIFTED_PAGES && !whole; page += 1) {
      const { value, asOf, stale } = await readPage(filter, sort, page, FULL_PAGE);
      for (const auction of value.items) if (wanted(auction)) found.set(auction.id, auction);
      age.asOf = Math.min(age.asOf, asOf);
      age.stale ||= stale;
      whole = !value.hasNext || value.items.length === 0;
    }
    return { ...age, items: [...found.values()], whole };
  }

  /** Looks through the lists, the first page of each before the second of any: what is asked for is seldom old. */
  async function search(collection: Address, auctionId: string): Promise<Dated<Auction> | null> {
    let old = false;
    const unread = new Set<AuctionFilter>(['active', 'completed', 'cancelled']);
    for (let page = 1; page <= SEARCHED_PAGES; page += 1) {
      for (const status of unread) {
        const { value, ...age } = await readPage(status, 'endTime', page, FULL_PAGE);
        const found = value.items.find((one) => one.collection === collection && one.auctionId === auctionId);
        if (found !== undefined) return { ...age, value: found };
        old ||= age.stale;
        if (!value.hasNext) unread.delete(status);
      }
    }
    // An old list proves nothing of what is not in it.
    if (old) throw new Unavailable('the auctions could only be looked for in old lists');
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
      } = await sifted(filter, sort, (auction) => collection === null || auction.collection === collection);
      const items = endingSoonest ? openFirst(all, now() / 1_000) : all;
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
      const known = book.find(collection, auctionId);
      // Once it is settled, nothing about it changes any more.
      if (known !== undefined && known.value.finalizedAt !== null) return known;
      const found = search(collection, auctionId);
      if (known !== undefined) return (await withinPatience(found)) ?? { ...known, stale: true };
      const only = await found;
      if (only === null) throw new NotFound(`auction ${auctionId} of ${collection}`);
      return only;
    },
  };
}
