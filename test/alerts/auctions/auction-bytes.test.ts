import { describe, expect, it } from 'vitest';
import { overBudget, trackedBytes } from '#src/alerts/auctions/auction-limit.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import { type Bid, newBids, sharedBids } from '#src/marketplace/resources/auction-bids.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address } from '../../support/build-activity.ts';

const bid = (
  bidder: number | null,
  amount: bigint,
  at: number | null,
  txHash: string | null = null,
): Bid => ({
  bidder: bidder === null ? null : address(bidder),
  amount,
  at,
  txHash,
});
const bids = Array.from({ length: 60 }, (_unused, number) => bid(number, BigInt(number + 1), number));

function tracked(id: string, announced: readonly Bid[]): TrackedAuction {
  return {
    auction: auctionOf({ id, bids }),
    seenAt: 0,
    behindMs: 0,
    missingSince: null,
    extensions: 0,
    addressed: false,
    latenessMs: 0,
    announced: { started: true, bids: announced, endings: [], ended: false, cancelled: false, result: null },
  };
}

describe('posted bids', () => {
  it('that the auction still lists are kept once, with what is known of them by now', () => {
    const known = [bid(1, 5n, null), bid(2, 6n, 20), bid(null, 7n, 30)];
    const latest = [bid(1, 5n, 10, '0x1'), bid(3, 6n, 20), bid(4, 7n, 30)];
    const shared = sharedBids(known, latest);
    expect(shared[0]).toBe(latest[0]);
    expect(shared.slice(1)).toEqual(known.slice(1));
    expect(newBids(latest, shared)).toEqual(newBids(latest, known));
  });

  it('take no bytes while the auction lists them', () => {
    const copies = bids.map((one) => ({ ...one }));
    expect(trackedBytes(tracked('a', copies)) - trackedBytes(tracked('a', bids))).toBe(60 * 250);
  });
});

describe('auctions beyond their bytes', () => {
  it('are as few as needed', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => tracked(id, bids));
    const bytes = trackedBytes(tracked('a', bids));
    const context = { known: () => true, listed: () => true };
    expect(overBudget(four, context, 4 * bytes)).toEqual([]);
    expect(overBudget(four, context, 4 * bytes - 1)).toHaveLength(1);
    expect(overBudget(four, context, bytes)).toHaveLength(3);
  });
});
