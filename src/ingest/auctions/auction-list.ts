import { auctionBytes, auctionWeight } from '#src/alerts/auctions/auction-limit.ts';
import type { AuctionSnapshot } from '#src/alerts/auctions/auction-progress.ts';
import type { Clock } from '#src/chain/clock.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { AuctionSource } from '../sources.ts';

/** Page size limit, see marketplace-api: Limits. */
const FULL_PAGE = 100;

/** One of the marketplace's lists, read page by page. */
export interface AuctionList {
  /** All items read so far, by id; the later one if an item was read twice. */
  readonly found: ReadonlyMap<string, AuctionSnapshot>;
  /** The last item of the last page that was read. */
  readonly last: Auction | undefined;
  readonly pages: number;
  /** Total `auctionWeight` of the items read. */
  readonly weight: number;
  /** Approximate heap use of the items read, bytes. */
  readonly bytes: number;
  /** Lower bound of the items not read yet, from the reported total; 0 at the end. */
  readonly unread: number;
  /** Whether the last page was read. */
  readonly atEnd: boolean;
  /** Whether there was no sign of a skipped item (unreadable, or shifted between two pages). */
  readonly consistent: boolean;
  /** Positions in the list, counted from 1, of auctions that are too large to be read. */
  readonly tooLarge: readonly number[];
  /** Reads the next page; does nothing at the end. */
  readNext(): Promise<void>;
}

/**
 * Opens a list sorted by end time: active auctions with the next end first, all others with the latest end first. A
 * page without new items counts as the end, because a faulty server may return the same page forever.
 */
export function openAuctionList(
  status: 'active' | 'completed' | 'cancelled',
  {
    source,
    clock,
    signal,
  }: { source: AuctionSource; clock: Pick<Clock, 'now' | 'monotonic'>; signal: AbortSignal },
): AuctionList {
  const found = new Map<string, AuctionSnapshot>();
  const totals = new Set<number | null>();
  const tooLarge: number[] = [];
  let pages = 0;
  let atEnd = false;
  let consistent = true;
  let last: Auction | undefined;

  return {
    found,
    tooLarge,
    get last() {
      return last;
    },
    get pages() {
      return pages;
    },
    get weight() {
      return Array.from(found.values(), ({ auction }) => auctionWeight(auction)).reduce((a, b) => a + b, 0);
    },
    get bytes() {
      return Array.from(found.values(), ({ auction }) => auctionBytes(auction)).reduce((a, b) => a + b, 0);
    },
    get unread() {
      const reported = Math.max(0, ...Array.from(totals, (total) => total ?? 0));
      return atEnd ? 0 : Math.max(1, reported - found.size);
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
      const askedAt = clock.monotonic();
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
      // Read the clock after the response, which may have corrected it.
      const takenAt = clock.now() - (clock.monotonic() - askedAt);
      const before = found.size;
      for (const auction of page.items) found.set(auction.id, { auction, takenAt });
      totals.add(page.total);
      tooLarge.push(...(page.tooLarge ?? []));
      pages += 1;
      last = page.items.at(-1) ?? last;
      const fresh = found.size - before;
      if (page.unreadable > 0 || fresh < page.items.length) consistent = false;
      atEnd = !page.hasNext || (page.items.length > 0 && fresh === 0);
    },
  };
}
