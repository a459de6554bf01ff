import type { Auction, Bid } from './auction.ts';

function byAmount(a: Bid, b: Bid): number {
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1;
  return (a.at ?? 0) - (b.at ?? 0);
}

/** So many bids are kept of one auction. No honest one has nearly as many, and only the highest ones can lead. */
const MOST_BIDS = 1_000;

/** The highest thousand of these bids, the lowest of them first; all as they are where there are no more. */
export function highestBids(bids: readonly Bid[]): readonly Bid[] {
  return bids.length <= MOST_BIDS ? bids : bids.toSorted(byAmount).slice(-MOST_BIDS);
}

/**
 * The bids of an auction in the order in which they led, the leading one last: each has to exceed the one before it, so
 * their amounts tell their order whatever order the list has. A leader that the list lacks is added from `highestBid`
 * and `highestBidder`.
 */
export function bidsInOrder({ bids, highestBid, highestBidder }: Auction): readonly Bid[] {
  const known = bids.toSorted(byAmount);
  const top = known.at(-1);
  const leads =
    highestBid !== null && highestBidder !== null && (top === undefined || top.amount < highestBid);
  return leads ? [...known, { bidder: highestBidder, amount: highestBid, at: null, txHash: null }] : known;
}

/** What a bid is recognised by: a wallet cannot bid the same amount again, while times and hashes may be told later. */
function sameBidder(a: Bid, b: Bid): boolean {
  return a.bidder === null || b.bidder === null || a.bidder === b.bidder;
}

function takeFrom(bids: Bid[] | undefined, wanted: (bid: Bid) => boolean): boolean {
  const at = bids?.findIndex(wanted) ?? -1;
  if (at !== -1) bids?.splice(at, 1);
  return at !== -1;
}

/**
 * The ones among `bids` that are not among `known`, in their order. Bids are compared one by one and never counted, so
 * that a list that shrank, grew again or changed its order brings nothing new.
 */
export function bidsBeyond(bids: readonly Bid[], known: readonly Bid[]): readonly Bid[] {
  const left = new Map<bigint, Bid[]>();
  for (const bid of known) left.set(bid.amount, [...(left.get(bid.amount) ?? []), bid]);
  const unlike = bids.filter(
    (bid) =>
      !takeFrom(
        left.get(bid.amount),
        (other) => other.bidder === bid.bidder && other.txHash === bid.txHash && other.at === bid.at,
      ),
  );
  return unlike.filter((bid) => !takeFrom(left.get(bid.amount), (other) => sameBidder(bid, other)));
}
