import { auctionStatus } from './auction.ts';
import type { TrackedAuction } from './tracked-auction.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a settlement is waited for; some never come. */
const SETTLEMENT_MS = 30 * DAY_MS;

/** Whether nothing more can happen to it: it is settled, ran out without a bid, or was cancelled. */
export function isClosed({ auction, seenAt }: TrackedAuction): boolean {
  const status = auctionStatus(auction, seenAt / 1_000);
  return status === 'sold' || status === 'unsold' || status === 'cancelled';
}

/**
 * What becomes of an auction that no list holds at `at` (epoch ms): it counts as missing from then on.
 */
export function absent(tracked: TrackedAuction, at: number): TrackedAuction {
  return tracked.missingSince === null ? { ...tracked, missingSince: at } : tracked;
}

/**
 * Why an auction is watched no more at `at` (epoch ms), or `null`: a day after it was settled or cancelled, after a day
 * without a trace of it, and when it was not settled within 30 days.
 */
export function reasonToDrop(tracked: TrackedAuction, at: number): 'closed' | 'missing' | 'unsettled' | null {
  const { auction, seenAt, missingSince, told } = tracked;
  if (isClosed(tracked)) return at - seenAt >= DAY_MS ? 'closed' : null;
  if (missingSince !== null && at - missingSince >= DAY_MS) return 'missing';
  const end = auction.endTime === null ? null : auction.endTime * 1_000;
  return told.ended && end !== null && at - end >= SETTLEMENT_MS ? 'unsettled' : null;
}
