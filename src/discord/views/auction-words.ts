import type { Wei } from '../../chain/wei.ts';
import { type Auction, auctionStatus } from '../../marketplace/model/auction.ts';
import type { ViewContext } from './context.ts';

/**
 * `ends in 2h 5m`, `ended 3d ago`, for places where Discord shows no timestamps; `null` without an end.
 * @param now epoch seconds
 */
export function endText(auction: Auction, now: number, { messages }: ViewContext): string | null {
  const { auction: words } = messages;
  const status = auctionStatus(auction, now);
  if (status === 'upcoming' && auction.startTime !== null) {
    return words.startsIn(auction.startTime - now);
  }
  if (auction.endTime === null || status === 'cancelled') return null;
  return auction.endTime > now ? words.endsIn(auction.endTime - now) : words.endedAgo(now - auction.endTime);
}

/** The highest bid, or `null` while there is none. */
export function bestBid(auction: Auction): Wei | null {
  return auction.bids.length === 0 && auction.highestBidder === null ? null : auction.highestBid;
}
