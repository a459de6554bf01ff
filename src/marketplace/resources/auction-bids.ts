import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';

/** One bid of an auction (marketplace-api: Bid). */
export interface Bid {
  /** `null` if unknown. */
  readonly bidder: Address | null;
  /** In the coin of its auction. */
  readonly amount: Wei;
  /** Epoch seconds; `null` if unknown. */
  readonly at: number | null;
  readonly txHash: string | null;
}

/** The bids of an auction, as far as they are kept. */
interface Bids {
  readonly bids: readonly Bid[];
  readonly bidCount?: number | undefined;
}

/**
 * Sorts bids, highest first. Among equal bids the earlier one comes first, because a bid that only equals another does
 * not outbid it.
 */
function fromHighest(bids: readonly Bid[]): Bid[] {
  return bids.toSorted((a, b) =>
    a.amount === b.amount ? (a.at ?? 0) - (b.at ?? 0) : a.amount < b.amount ? 1 : -1,
  );
}

/** Maximum bids kept for one auction: far more than a real auction has. Only the highest ones can lead. */
const MAX_BIDS = 1_000;

/** Returns the 1,000 highest bids in ascending order; all bids in their order if there are no more. */
export function highestBids(bids: readonly Bid[]): readonly Bid[] {
  return bids.length <= MAX_BIDS ? bids : fromHighest(bids).slice(0, MAX_BIDS).toReversed();
}

/**
 * Returns the known bids, replaced by the same objects as in `latest` if possible, so that each is in memory only once.
 * They then have the latest time and hash.
 */
export function sharedBids(known: readonly Bid[], latest: readonly Bid[]): readonly Bid[] {
  const byAmount = new Map(latest.map((bid) => [bid.amount, bid]));
  return known.map((bid) => {
    const same = byAmount.get(bid.amount);
    return same !== undefined && bid.bidder !== null && same.bidder === bid.bidder ? same : bid;
  });
}

/** Number of bids, including those that are not kept. */
export const countBids = ({ bidCount, bids }: Bids): number => Math.max(bidCount ?? 0, bids.length);

/** What the marketplace names as the highest bid; `null` for what it leaves out. */
export interface NamedBid {
  readonly highestBid: Wei | null;
  readonly highestBidder: Address | null;
}

/**
 * Returns the leading bid: the highest one that the marketplace names, regardless of the list of bids. Missing parts
 * come from the list. `null` without a bid.
 */
export function leadingBid(bids: readonly Bid[], { highestBid, highestBidder }: NamedBid): Bid | null {
  const ranked = fromHighest(bids);
  if (highestBid === null)
    return (
      ranked.find(({ bidder }) => highestBidder === null || bidder === highestBidder) ?? ranked[0] ?? null
    );
  const equal = ranked.filter(({ amount }) => amount === highestBid);
  const listed =
    highestBidder === null
      ? equal[0]
      : (equal.find(({ bidder }) => bidder === highestBidder) ?? equal.find(({ bidder }) => bidder === null));
  if (listed !== undefined) return { ...listed, bidder: listed.bidder ?? highestBidder };
  if (highestBidder === null && ranked.length === 0) return null;
  return { bidder: highestBidder, amount: highestBid, at: null, txHash: null };
}

/**
 * Returns the bids of an auction in ascending order, `leadingBid` last. Each bid must exceed the previous one, so the
 * amounts determine their order. A bid above the leading one is invalid: it was withdrawn, or is not confirmed yet.
 */
export function bidsInOrder({ bids, ...named }: Pick<Bids, 'bids'> & NamedBid): readonly Bid[] {
  const leading = leadingBid(bids, named);
  if (leading === null) return [];
  const ranked = fromHighest(bids);
  const place = ranked.findIndex((bid) => bid.amount === leading.amount && sameBidder(bid, leading));
  const others = ranked.filter((bid, at) => at !== place && bid.amount <= leading.amount);
  return [...others.toReversed(), leading];
}

/**
 * Returns whether two bids are the same, by wallet and amount. A wallet cannot bid the same amount twice, and times and
 * hashes may be reported later.
 */
function sameBidder(a: Bid, b: Bid): boolean {
  return a.bidder === null || b.bidder === null || a.bidder === b.bidder;
}

function removeFirst(bids: Bid[] | undefined, wanted: (bid: Bid) => boolean): boolean {
  const at = bids?.findIndex(wanted) ?? -1;
  if (at !== -1) bids?.splice(at, 1);
  return at !== -1;
}

/**
 * Returns the bids that are not among `known`, in order. Bids are compared one by one instead of counted, so a list
 * that shrank, grew again or changed its order gives no new bids.
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
