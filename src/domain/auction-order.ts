import type { Auction } from './auction.ts';
import { bidsBeyond } from './auction-bids.ts';

/**
 * Whether two snapshots tell the same. When the record was written does not matter: nothing that is told depends on it
 * unless something else changed with it.
 */
export function tellsTheSame(a: Auction, b: Auction): boolean {
  return a === b || fingerprint(a) === fingerprint(b);
}

function fingerprint(auction: Auction): string {
  return JSON.stringify({ ...auction, createdAt: null, updatedAt: null }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** Whether `later`, which was read after `earlier`, still shows an older state: lists are cached, and copies lag. */
export function isOlder(later: Auction, earlier: Auction): boolean {
  // Once it is settled it stays so.
  if (earlier.finalizedAt !== null || later.finalizedAt !== null) return later.finalizedAt === null;
  if (later.updatedAt !== null && earlier.updatedAt !== null && later.updatedAt !== earlier.updatedAt)
    return later.updatedAt < earlier.updatedAt;
  const wasOver = earlier.cancelledAt !== null || !earlier.active;
  const isOver = later.cancelledAt !== null || !later.active;
  if (wasOver !== isOver) return wasOver;
  if (bidsBeyond(later.bids, earlier.bids).length > 0) return false;
  const endsEarlier = later.endTime !== null && earlier.endTime !== null && later.endTime < earlier.endTime;
  return later.bids.length < earlier.bids.length || endsEarlier;
}
