import { describe, expect, it } from 'vitest';
import { bidsChart } from '#commands/auction/bids-chart.ts';
import { auctionOf } from '../discord/any-auction.ts';

const bid = (at: number | null, amount: bigint) => ({ at, amount, bidder: null, txHash: null });

describe('the chart of the bids of an auction', () => {
  it('shows each bid, and the highest so far as a line', () => {
    const auction = auctionOf({
      startTime: 1_000,
      endTime: 9_000,
      bids: [bid(2_000, 5n), bid(3_000, 4n), bid(4_000, 8n)],
    });
    const chart = bidsChart(auction, 5_000);
    expect(chart).toMatchObject({ shows: 'bids', from: 1_000, to: 5_000 });
    expect(chart?.dots.map(({ value }) => value)).toEqual([5n, 4n, 8n]);
    expect(chart?.line.map(({ value }) => value)).toEqual([5n, 5n, 8n]);
  });

  it('ends with the auction', () => {
    const auction = auctionOf({ startTime: 1_000, endTime: 9_000, bids: [bid(2_000, 5n), bid(3_000, 6n)] });
    expect(bidsChart(auction, 50_000)?.to).toBe(9_000);
  });

  it.each([{ bids: [] }, { bids: [bid(2_000, 5n)] }, { bids: [bid(2_000, 5n), bid(null, 6n)] }])(
    'is none for fewer than two dated bids: $bids.length',
    ({ bids }) => {
      expect(bidsChart(auctionOf({ startTime: 1_000, endTime: 9_000, bids }), 5_000)).toBeNull();
    },
  );
});
