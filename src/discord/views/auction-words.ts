import { type Auction, type AuctionStatus, auctionStatus } from '../../domain/auction.ts';
import type { Wei } from '../../domain/wei.ts';

/** How an auction stands, in words. */
export const STATUS_WORDS: Readonly<Record<AuctionStatus, string>> = {
  upcoming: 'not started yet',
  running: 'running',
  ended: 'ended, waiting for settlement',
  sold: 'sold',
  unsold: 'ended without a bid',
  cancelled: 'cancelled',
};

/** `3 d 4 h`, `2 h 5 min`, `40 s`: about how long, for places where Discord shows no timestamps. */
export function durationText(seconds: number): string {
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
    if (count > 0) parts.push(`${count.toLocaleString('en-US')} ${unit}`);
  }
  return parts.join(' ');
}

/**
 * `ends in 2 h 5 min`, `ended 3 d ago`, for places where Discord shows no timestamps; `null` without an end.
 * @param now epoch seconds
 */
export function endText(auction: Auction, now: number): string | null {
  const status = auctionStatus(auction, now);
  if (status === 'upcoming' && auction.startTime !== null) {
    return `starts in ${durationText(auction.startTime - now)}`;
  }
  if (auction.endTime === null || status === 'cancelled') return null;
  return auction.endTime > now
    ? `ends in ${durationText(auction.endTime - now)}`
    : `ended ${durationText(now - auction.endTime)} ago`;
}

/** What is on the table: the highest bid, or `null` while there is none. */
export function bestBid(auction: Auction): Wei | null {
  return auction.bids.length === 0 && auction.highestBidder === null ? null : auction.highestBid;
}
