import { MINUTE_MS } from '#src/chain/durations.ts';
import { type Auction, auctionStatus } from '#src/marketplace/resources/auction.ts';
import { type Bid, bidsInOrder } from '#src/marketplace/resources/auction-bids.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/**
 * A late bid may be shown for at least this long after an end, and for at most five minutes, whatever delays were seen
 * so far.
 */
const MIN_GRACE_MS = MINUTE_MS;
const MAX_GRACE_MS = 5 * MINUTE_MS;

/** Identifies a bid across snapshots. */
export const bidKey = ({ bidder, amount }: Pick<Bid, 'bidder' | 'amount'>): string =>
  `${bidder ?? 'unknown'}:${amount}`;

/** Returns the `bidKey` of the leading bid; `none` without a bid. */
export function leadingKey(auction: Auction): string {
  const leading = bidsInOrder(auction).at(-1);
  return leading === undefined ? 'none' : bidKey(leading);
}

/**
 * Returns when the auction ended, epoch seconds: at its end time, or at its settlement if that was earlier; `null` if
 * neither is known.
 */
export function endedAt({ endTime, finalizedAt }: Pick<Auction, 'endTime' | 'finalizedAt'>): number | null {
  if (endTime === null || finalizedAt === null) return endTime ?? finalizedAt;
  return Math.min(endTime, finalizedAt);
}

/** Returns whether the marketplace itself reports that the winner is final. */
export const isSettled = ({ finalizedAt, listedAs }: Auction): boolean =>
  finalizedAt !== null || listedAs === 'completed';

/**
 * Returns whether the leader of an auction that is over has won: it is settled or listed as completed, or even a bid as
 * late as the latest seen so far would have been shown by now.
 * @param at epoch ms
 * @param latenessMs longest delay so far between a bid and the snapshot that showed it
 */
export function isResultFinal(auction: Auction, at: number, latenessMs: number): boolean {
  const end = endedAt(auction);
  const grace = Math.min(MAX_GRACE_MS, Math.max(MIN_GRACE_MS, latenessMs));
  return isSettled(auction) || end === null || at >= end * 1_000 + grace;
}

/** Returns whether the auction is over but a late bid may still change its winner. */
export function isProvisional({ auction, seenAt, announced: { ended, result } }: TrackedAuction): boolean {
  const status = auctionStatus(auction, seenAt / 1_000);
  if (!ended || result === null || isSettled(auction)) return false;
  if (status !== 'ended' && status !== 'unsold') return false;
  return !result.final || result.bid !== leadingKey(auction);
}

/**
 * Returns how late a bid was shown, ms; 0 without evidence that it was late. It was late if the previous snapshot was
 * taken after the bid and did not contain it. It then counts as shown with this snapshot, or one minute after the
 * previous one if this one came later.
 * @param before when the previous snapshot was taken, epoch ms
 */
export function latenessOf(
  bid: Bid,
  end: number | null,
  { before, at }: { before: number; at: number },
): number {
  const made = bid.at ?? end;
  // The marketplace reports whole seconds.
  if (made === null || (made + 1) * 1_000 > before) return 0;
  return Math.min(MAX_GRACE_MS, Math.min(at, before + MINUTE_MS) - made * 1_000);
}
