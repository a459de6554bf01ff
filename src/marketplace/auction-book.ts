import type { Address } from '../domain/address.ts';
import { type Auction, auctionStatus } from '../domain/auction.ts';
import type { Dated } from '../domain/dated.ts';
import type { Page } from '../domain/page.ts';

/** So many auctions are remembered; the ones that were not heard of for the longest time go first. */
const MOST = 1_000;
/** Auctions of so many pages come from the marketplace's list in one request. */
const FULL_PAGE = 100;
/** How old what is running may be before it is asked for again, and how old what is over. */
const RUNNING_MS = 60_000;
const OVER_MS = 15 * 60_000;

/** How the book asks for auctions (marketplace-api: GET /api/auctions). */
type ReadAuctions = (query: {
  readonly page: number;
  readonly limit: number;
  readonly status: 'active' | 'completed';
  readonly sortBy: 'endTime';
  readonly sortOrder: 'asc' | 'desc';
}) => Promise<Dated<Page<Auction>>>;

/**
 * The auctions that the bot has heard of, for autocomplete and for finding one again: the API has no question for a
 * single auction. Every list that anybody looks at fills it; beside that it asks for what ends next once a minute.
 */
export interface AuctionBook {
  /** Running ones by their end, then the others, the latest first. */
  all(): readonly Auction[];
  /** The last known state, with its age. */
  find(collection: Address, auctionId: string): Dated<Auction> | undefined;
  learn(answer: Dated<readonly Auction[]>): void;
  /** Asks for what is too old: one request a minute, and one more every quarter of an hour. Rejects as `read` does. */
  refresh(): Promise<void>;
}

const keyOf = ({ collection, auctionId, id }: Pick<Auction, 'collection' | 'auctionId' | 'id'>) =>
  auctionId === null ? id : `${collection}/${auctionId}`;

/** @param deps.now epoch ms */
export function createAuctionBook(deps: {
  readonly read: ReadAuctions;
  readonly now: () => number;
}): AuctionBook {
  const { read, now } = deps;
  const known = new Map<string, Dated<Auction>>();
  const readAt = { active: Number.NEGATIVE_INFINITY, completed: Number.NEGATIVE_INFINITY };

  function learn({ value, asOf }: Dated<readonly Auction[]>): void {
    for (const auction of value) {
      const key = keyOf(auction);
      const before = known.get(key);
      if (before !== undefined && before.asOf > asOf) continue;
      known.delete(key);
      known.set(key, { value: auction, asOf, stale: false });
    }
    for (const oldest of known.keys()) {
      if (known.size <= MOST) return;
      known.delete(oldest);
    }
  }

  async function readList(status: 'active' | 'completed', maximumAgeMs: number): Promise<void> {
    if (now() - readAt[status] < maximumAgeMs) return;
    const sortOrder = status === 'active' ? 'asc' : 'desc';
    const answer = await read({ page: 1, limit: FULL_PAGE, status, sortBy: 'endTime', sortOrder });
    readAt[status] = answer.asOf;
    learn({ ...answer, value: answer.value.items });
  }

  return {
    learn,
    find: (collection, auctionId) => known.get(`${collection}/${auctionId}`),
    all() {
      const seconds = now() / 1_000;
      const auctions = Array.from(known.values(), ({ value }) => {
        const status = auctionStatus(value, seconds);
        return { value, open: status === 'running' || status === 'upcoming', end: value.endTime ?? 0 };
      });
      return auctions
        .toSorted((a, b) => Number(b.open) - Number(a.open) || (a.open ? a.end - b.end : b.end - a.end))
        .map(({ value }) => value);
    },
    async refresh() {
      await readList('active', RUNNING_MS);
      await readList('completed', OVER_MS);
    },
  };
}
