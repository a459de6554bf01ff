import { type Auction, type AuctionStatus, auctionStatus } from '../../domain/auction.ts';
import type { Wei } from '../../domain/wei.ts';
import { type NumberContext, numberText } from './numbers.ts';

/** How an auction stands, in words. */
export const STATUS_WORDS: Readonly<Record<AuctionStatus, string>> = {
  upcoming: 'not started yet',
  running: 'running',
  ended: 'ended, waiting for settlement',
  sold: 'sold',
  unsold: 'ended without a bid',
  cancelled: 'cancelled',
};

/** What the best bid and its bidder are called. */
export const BID_NAMES: Readonly<Record<AuctionStatus, readonly [amount: string, bidder: string]>> = {
  upcoming: ['Highest bid', 'Leader'],
  running: ['Highest bid', 'Leader'],
  ended: ['Highest bid', 'Leader'],
  sold: ['Sold for', 'Winner'],
  unsold: ['Highest bid', 'Highest bidder'],
  cancelled: ['Highest bid', 'Highest bidder'],
};

/** `3 d 4 h`, `2 h 5 min`, `40 s`: about how long, for places where Discord shows no timestamps. */
export function durationText(seconds: number, context: NumberContext): string {
  const whole = Math.max(0, Math.round(seconds));
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  const first = units.findIndex(([, size]) => whole >= size);
  if (first === -1) return '0 s';
  let rest = whole;
  const parts: string[] = [];
  for (const [unit, size] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${numberText(count, context)} ${unit}`);
  }
  return parts.join(' ');
}

/**
 * `ends in 2 h 5 min`, `ended 3 d ago`, for places where Discord shows no timestamps; `null` without an end.
 * @param now epoch seconds
 */
export function endText(auction: Auction, now: number, context: NumberContext): string | null {
  const status = auctionStatus(auction, now);
  if (status === 'upcoming' && auction.startTime !== null) {
    return `starts in ${durationText(auction.startTime - now, context)}`;
  }
  if (auction.endTime === null || status === 'cancelled') return null;
  return auction.endTime > now
    ? `ends in ${durationText(auction.endTime - now, context)}`
    : `ended ${durationText(now - auction.endTime, context)} ago`;
}

/** What is on the table: the highest bid, or `null` while there is none. */
export function bestBid(auction: Auction): Wei | null {
  return auction.bids.length === 0 && auction.highestBidder === null ? null : auction.highestBid;
}
