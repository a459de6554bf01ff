import type { Address } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import { type Auction, auctionStatus } from './resources/auction.ts';

/** Maximum cached auctions; the least recently updated ones are evicted first. */
const MAX_AUCTIONS = 1_000;
/**
 * Cache of the auctions seen in any list, for autocomplete and for looking one up, because the API has no endpoint for
 * a single auction. Every list that commands or the poll read fills it.
 */
export interface AuctionCache {
  /** Returns running and upcoming auctions by end time, then the others, latest end first. */
  all(): readonly Auction[];
  /** Returns the last known state, with the time it was read. */
  find(collection: Address, auctionId: string): Dated<Auction> | undefined;
  learn(answer: Dated<readonly Auction[]>): void;
}

const keyOf = ({ collection, auctionId, id }: Pick<Auction, 'collection' | 'auctionId' | 'id'>) =>
  auctionId === null ? id : `${collection}/${auctionId}`;

/** @param deps.now epoch ms, by the marketplace's clock */
export function createAuctionCache({ now }: { readonly now: () => number }): AuctionCache {
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
      if (known.size <= MAX_AUCTIONS) return;
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
