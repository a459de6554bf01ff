import { DAY_MS } from '#src/chain/durations.ts';
import { auctionStatus } from '#src/marketplace/resources/auction.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** Finished auctions are kept for the weekly recap, which may be a day late and has an extra hour at clock changes. */
const CLOSED_MS = 9 * DAY_MS;
/** Longest wait for a settlement; some auctions are never settled. */
const SETTLEMENT_MS = 30 * DAY_MS;

/** Returns whether the auction is closed: settled, ended without a bid, or cancelled. */
export function isClosed({ auction, seenAt }: TrackedAuction): boolean {
  const status = auctionStatus(auction, seenAt / 1_000);
  return status === 'sold' || status === 'unsold' || status === 'cancelled';
}

/** Marks an auction that no list contains as missing since `at` (epoch ms). */
export function markMissing(tracked: TrackedAuction, at: number): TrackedAuction {
  return tracked.missingSince === null ? { ...tracked, missingSince: at } : tracked;
}

/**
 * Returns why an auction is no longer tracked at `at` (epoch ms), or `null`: nine days after its settlement or
 * cancellation, one day after it went missing, or 30 days after its end without a settlement.
 */
export function reasonToDrop(tracked: TrackedAuction, at: number): 'closed' | 'missing' | 'unsettled' | null {
  const { auction, seenAt, missingSince, announced } = tracked;
  if (isClosed(tracked)) return at - seenAt >= CLOSED_MS ? 'closed' : null;
  if (missingSince !== null && at - missingSince >= DAY_MS) return 'missing';
  const end = auction.endTime === null ? null : auction.endTime * 1_000;
  return announced.ended && end !== null && at - end >= SETTLEMENT_MS ? 'unsettled' : null;
}
