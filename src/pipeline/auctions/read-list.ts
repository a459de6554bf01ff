import type { Auction } from '../../domain/auction.ts';
import { auctionWeight } from '../../domain/auction-crowd.ts';
import type { AuctionSnapshot } from '../../domain/auction-progress.ts';
import type { AuctionSource, Clock } from '../ports.ts';

/** marketplace-api: Limits. */
const FULL_PAGE = 100;

/** One of the marketplace's lists, read page by page. */
export interface AuctionList {
  /** What was read of it, by id; of one that was read twice, the later. */
  readonly found: ReadonlyMap<string, AuctionSnapshot>;
  /** The last item of the last page that was read. */
  readonly last: Auction | undefined;
  readonly pages: number;
  /** What the items that were found weigh (`auctionWeight`). */
  readonly weight: number;
  /** How many further items the list says to have, at least; 0 at its end. */
  readonly unread: number;
  /** There is no page after those that were read. */
  readonly atEnd: boolean;
  /** Nothing hints at an item that was passed over: one that could not be read, or moved between two pages. */
  readonly consistent: boolean;
  /** Reads the next page; does nothing at the end. */
  readNext(): Promise<void>;
}

/**
 * A list in the order of its items' ends: of the active ones what ends next first, of all others the latest. A page that
 * holds nothing new is taken for the end, since a server may give the same page for ever.
 */
export function openAuctionList(
  status: 'active' | 'completed' | 'cancelled',
  { source, clock, signal }: { source: AuctionSource; clock: Pick<Clock, 'now'>; signal: AbortSignal },
): AuctionList {
  const found = new Map<string, AuctionSnapshot>();
  const totals = new Set<number | null>();
  let pages = 0;
  let atEnd = false;
  let consistent = true;
  let last: Auction | undefined;

  return {
    found,
    get last() {
      return last;
    },
    get pages() {
      return pages;
    },
    get weight() {
      return Array.from(found.values(), ({ auction }) => auctionWeight(auction)).reduce((a, b) => a + b, 0);
    },
    get unread() {
      const told = Math.max(0, ...Array.from(totals, (total) => total ?? 0));
      return atEnd ? 0 : Math.max(1, told - found.size);
    },
    get atEnd() {
      return atEnd;
    },
    get consistent() {
      const [total] = totals;
      return consistent && totals.size <= 1 && (!atEnd || total === null || total === found.size);
    },
    async readNext() {
      if (atEnd) return;
      const takenAt = clock.now();
      const page = await source.auctions(
        {
          status,
          page: pages + 1,
          limit: FULL_PAGE,
          sortBy: 'endTime',
          sortOrder: status === 'active' ? 'asc' : 'desc',
        },
        { signal },
      );
      const before = found.size;
      for (const auction of page.items) found.set(auction.id, { auction, takenAt });
      totals.add(page.total);
      pages += 1;
      last = page.items.at(-1) ?? last;
      const fresh = found.size - before;
      if (page.unreadable > 0 || fresh < page.items.length) consistent = false;
      atEnd = !page.hasNext || (page.items.length > 0 && fresh === 0);
    },
  };
}
