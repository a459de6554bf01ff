import type { Auction } from '#src/marketplace/resources/auction.ts';
import { isClosed } from './auction-retention.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** Number of bids that take as much memory as an auction. */
const BIDS_PER_UNIT = 20;
/** Total weight of the watched auctions. A weight of 1 is about 3 KB of memory and of database space. */
const MAX_TOTAL_WEIGHT = 20_000;

/** Returns the weight of an auction while it is read: 1 for itself, plus its bids. */
export const auctionWeight = ({ bids }: Pick<Auction, 'bids'>): number => 1 + bids.length / BIDS_PER_UNIT;

const trackedWeight = ({ auction, announced }: TrackedAuction): number =>
  auctionWeight(auction) + announced.bids.length / BIDS_PER_UNIT;

/** Heap use of an auction without bids, of a character of its id, and of a bid with its wallet and hash, bytes. */
const AUCTION_BYTES = 1_000;
const ID_CHARACTER_BYTES = 2;
const BID_BYTES = 250;

/** Estimates the heap use of an auction, bytes. */
export const auctionBytes = ({ id, auctionId, bids }: Pick<Auction, 'id' | 'auctionId' | 'bids'>): number =>
  AUCTION_BYTES + (id.length + (auctionId?.length ?? 0)) * ID_CHARACTER_BYTES + bids.length * BID_BYTES;

const bytesOf = new WeakMap<TrackedAuction, number>();

/**
 * Estimates the heap use of a tracked auction, bytes. A posted bid that it still lists is stored once (`sharedBids`).
 */
export function trackedBytes(tracked: TrackedAuction): number {
  const known = bytesOf.get(tracked);
  if (known !== undefined) return known;
  const { auction, announced } = tracked;
  const listed = new Set(auction.bids);
  const others = announced.bids.filter((bid) => !listed.has(bid)).length;
  const bytes = auctionBytes(auction) + others * BID_BYTES;
  bytesOf.set(tracked, bytes);
  return bytes;
}

/** Facts that decide which auctions are kept. */
type WatchContext = { readonly known: (id: string) => boolean; readonly listed: (id: string) => boolean };

/**
 * Returns 0 for the auctions that are kept longest. Auctions that the marketplace still lists come before unlisted
 * ones, so that a marketplace that invents new auctions at every poll does not displace real ones. Among them, auctions
 * with alerts come first, then those that were already watched.
 */
function dropPriority(tracked: TrackedAuction, { known, listed }: WatchContext): number {
  const { addressed, auction } = tracked;
  if (isClosed(tracked)) return 5;
  if (!listed(auction.id)) return addressed ? 3 : 4;
  if (addressed) return 0;
  return known(auction.id) ? 1 : 2;
}

const endTimeOf = ({ auction }: TrackedAuction): number => auction.endTime ?? Number.POSITIVE_INFINITY;

/**
 * Returns the auctions beyond the limit. Among equals, those that end next are kept.
 * @param maxBytes heap that all auctions may use
 */
export function overBudget(
  watched: readonly TrackedAuction[],
  context: WatchContext,
  maxBytes = Number.POSITIVE_INFINITY,
): readonly TrackedAuction[] {
  let weight = watched.reduce((sum, tracked) => sum + trackedWeight(tracked), 0);
  let bytes = watched.reduce((sum, tracked) => sum + trackedBytes(tracked), 0);
  const fits = () => weight <= MAX_TOTAL_WEIGHT && bytes <= maxBytes;
  if (fits()) return [];
  const ranked = watched.map((tracked) => ({ tracked, rank: dropPriority(tracked, context) }));
  const lastFirst = ranked.toSorted((a, b) => b.rank - a.rank || endTimeOf(b.tracked) - endTimeOf(a.tracked));
  const dropped: TrackedAuction[] = [];
  for (const { tracked } of lastFirst) {
    if (fits()) break;
    weight -= trackedWeight(tracked);
    bytes -= trackedBytes(tracked);
    dropped.push(tracked);
  }
  return dropped;
}
