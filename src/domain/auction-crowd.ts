import type { Auction } from './auction.ts';
import { isClosed } from './auction-watching.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** So many bids take as much room as an auction. */
const BIDS_AS_ONE = 20;
/** What all watched auctions may weigh together; each with its bids takes some 3 KB of memory and as much of the database. */
const MOST_WATCHED = 20_000;

/** How much room an auction takes while it is read: itself as one, and its bids. */
export const auctionWeight = ({ bids }: Pick<Auction, 'bids'>): number => 1 + bids.length / BIDS_AS_ONE;

const trackedWeight = ({ auction, told }: TrackedAuction): number =>
  auctionWeight(auction) + told.bids.length / BIDS_AS_ONE;

/** What the watched ones are kept for, the best reason first. */
type Look = { readonly known: (id: string) => boolean; readonly listed: (id: string) => boolean };

/**
 * Those that the marketplace still lists come before those that vanished: what it makes up, other ones at every look, goes
 * first. Among them those of which somebody was told, and then those that have been watched already.
 */
function rankOf(tracked: TrackedAuction, { known, listed }: Look): number {
  const { addressed, auction } = tracked;
  if (isClosed(tracked)) return 5;
  if (!listed(auction.id)) return addressed ? 3 : 4;
  if (addressed) return 0;
  return known(auction.id) ? 1 : 2;
}

const endOf = ({ auction }: TrackedAuction): number => auction.endTime ?? Number.POSITIVE_INFINITY;

/** Which of the auctions there is no room for; among equals what ends next is kept. */
export function crowdedOut(watched: readonly TrackedAuction[], look: Look): readonly TrackedAuction[] {
  let weight = watched.reduce((sum, tracked) => sum + trackedWeight(tracked), 0);
  if (weight <= MOST_WATCHED) return [];
  const ranked = watched.map((tracked) => ({ tracked, rank: rankOf(tracked, look) }));
  const lastFirst = ranked.toSorted((a, b) => b.rank - a.rank || endOf(b.tracked) - endOf(a.tracked));
  const out: TrackedAuction[] = [];
  for (const { tracked } of lastFirst) {
    if (weight <= MOST_WATCHED) break;
    weight -= trackedWeight(tracked);
    out.push(tracked);
  }
  return out;
}
