import type { Auction } from './auction.ts';
import { newBids } from './auction-bids.ts';

/**
 * Returns whether two snapshots have the same content. The times of the record itself are ignored, because no alert
 * depends on them alone.
 */
export function hasSameContent(a: Auction, b: Auction): boolean {
  return a === b || fingerprint(a) === fingerprint(b);
}

function fingerprint(auction: Auction): string {
  return JSON.stringify({ ...auction, createdAt: null, updatedAt: null }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/**
 * Returns whether `later`, which was read after `earlier`, still shows an older state, because lists are cached and
 * replicas lag.
 */
export function isOlder(later: Auction, earlier: Auction): boolean {
  // A settled auction stays settled.
  if (earlier.finalizedAt !== null || later.finalizedAt !== null) return later.finalizedAt === null;
  if (later.updatedAt !== null && earlier.updatedAt !== null && later.updatedAt !== earlier.updatedAt)
    return later.updatedAt < earlier.updatedAt;
  const wasOver = earlier.cancelledAt !== null || !earlier.active;
  const isOver = later.cancelledAt !== null || !later.active;
  if (wasOver !== isOver) return wasOver;
  if (newBids(later.bids, earlier.bids).length > 0) return false;
  const endsEarlier = later.endTime !== null && earlier.endTime !== null && later.endTime < earlier.endTime;
  return later.bids.length < earlier.bids.length || endsEarlier;
}
