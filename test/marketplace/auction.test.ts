import { describe, expect, it } from 'vitest';
import { type Auction, auctionStatus } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { address } from '../support/build-activity.ts';

const START = 1_767_225_600;
const END = START + 300;

const BID: Bid = { bidder: address(0xb0), amount: 10n, at: START + 1, txHash: null };

function auction(change: Partial<Auction> = {}): Auction {
  return {
    ...{ id: 'a', auctionId: '1', collection: address(0xc0), tokenId: '7', standard: '721' },
    ...{ quantity: 1n, seller: address(0x5e), startingPrice: 10n, active: true, startTime: START },
    ...{ endTime: END, bids: [], highestBid: null, highestBidder: null, finalizedAt: null },
    ...{ cancelledAt: null, createdAt: START, updatedAt: START, listedAs: null, ...change },
  };
}

describe('the status of an auction', () => {
  const over = { active: false, updatedAt: END };
  const settled = { active: false, finalizedAt: END + 1_064 };
  it.each<[string, string, Partial<Auction>, number]>([
    ['upcoming', 'before its start', { createdAt: START - 60, updatedAt: START - 60 }, START - 1],
    ['running', 'from its start by its own times', {}, START - 3_600],
    [
      'running',
      'from its first bid, whatever our clock says',
      { updatedAt: null, createdAt: null, bids: [BID] },
      START - 1,
    ],
    ['running', 'from its start', {}, START],
    ['running', 'where no end is reported', { endTime: null }, END + 1],
    ['ended', 'from its end, while the marketplace calls it active', { bids: [BID] }, END],
    ['ended', 'with bids that were not settled', { ...over, bids: [BID] }, END + 10],
    ['unsold', 'when it ran out without bids', over, END + 10],
    ['sold', 'when it was settled with bids', { ...settled, bids: [BID] }, END + 2_000],
    ['unsold', 'when it was settled without bids', settled, END + 2_000],
    ['cancelled', 'when it is inactive before its end', { active: false }, START + 10],
    ['cancelled', 'when it last changed before its end', { active: false, updatedAt: START + 10 }, END + 10],
    ['unsold', 'when it is listed as completed', { active: false, listedAs: 'completed' }, START + 10],
    [
      'ended',
      'when it is listed as completed with bids',
      { active: false, listedAs: 'completed', bids: [BID] },
      START + 10,
    ],
    ['sold', 'when it was settled in our future', { ...settled, bids: [BID] }, START + 10],
    ['cancelled', 'when it says so', { ...over, cancelledAt: START + 10 }, END + 10],
  ])('is %s %s', (status, _when, change, now) => {
    expect(auctionStatus(auction(change), now)).toBe(status);
  });
});
