import type { Address } from '../domain/address.ts';
import { type Auction, auctionStatus } from '../domain/auction.ts';
import type { Dated } from '../domain/dated.ts';

/** So many auctions are remembered; the ones that were not heard of for the longest time go first. */
const MOST = 1_000;
/**
 * The auctions that the bot has heard of, for autocomplete and for finding one again: the API has no question for a
 * single auction. Every list that anybody looks at fills it, the pipeline's looks among them.
 */
export interface AuctionBook {
  /** Running ones by their end, then the others, the latest first. */
  all(): readonly Auction[];
  /** The last known state, with its age. */
  find(collection: Address, auctionId: string): Dated<Auction> | undefined;
  learn(answer: Dated<readonly Auction[]>): void;
}

const keyOf = ({ collection, auctionId, id }: Pick<Auction, 'collection' | 'auctionId' | 'id'>) =>
  auctionId === null ? id : `${collection}/${auctionId}`;

/** @param deps.now epoch ms, by the marketplace's clock */
export function createAuctionBook({ now }: { readonly now: () => number }): AuctionBook {
  const known = new Map<string, Dated<Auction>>();

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
  };
}
