import type { Auction, Bid } from './auction.ts';

function byAmount(a: Bid, b: Bid): number {
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1;
  return (a.at ?? 0) - (b.at ?? 0);
}

/** Bids kept of one auction: far more than a real auction has. Only the highest ones can lead. */
const MAX_BIDS = 1_000;

/** The 1,000 highest bids in ascending order; all bids in their order if there are no more. */
export function highestBids(bids: readonly Bid[]): readonly Bid[] {
  return bids.length <= MAX_BIDS ? bids : bids.toSorted(byAmount).slice(-MAX_BIDS);
}

/**
 * The bids of an auction in ascending order, the leading one last: each bid must exceed the one before it, so the amounts
 * give their order. A leading bid that the list does not contain is added from `highestBid` and `highestBidder`.
 */
export function bidsInOrder({ bids, highestBid, highestBidder }: Auction): readonly Bid[] {
  const known = bids.toSorted(byAmount);
  const top = known.at(-1);
  const leads =
    highestBid !== null && highestBidder !== null && (top === undefined || top.amount < highestBid);
  return leads ? [...known, { bidder: highestBidder, amount: highestBid, at: null, txHash: null }] : known;
}

/** Bids are identified by wallet and amount: a wallet cannot bid the same amount twice, and times and hashes may be reported later. */
function sameBidder(a: Bid, b: Bid): boolean {
  return a.bidder === null || b.bidder === null || a.bidder === b.bidder;
}

function removeFirst(bids: Bid[] | undefined, wanted: (bid: Bid) => boolean): boolean {
  const at = bids?.findIndex(wanted) ?? -1;
  if (at !== -1) bids?.splice(at, 1);
  return at !== -1;
}

/**
 * The bids that are not among `known`, in their order. Bids are compared one by one instead of counted, so a list that
 * shrank, grew again or changed its order gives no new bids.
 */
export function newBids(bids: readonly Bid[], known: readonly Bid[]): readonly Bid[] {
  const left = new Map<bigint, Bid[]>();
  for (const bid of known) left.set(bid.amount, [...(left.get(bid.amount) ?? []), bid]);
  const unlike = bids.filter(
    (bid) =>
      !removeFirst(
        left.get(bid.amount),
        (other) => other.bidder === bid.bidder && other.txHash === bid.txHash && other.at === bid.at,
      ),
  );
  return unlike.filter((bid) => !removeFirst(left.get(bid.amount), (other) => sameBidder(bid, other)));
}
