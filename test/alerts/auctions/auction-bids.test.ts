import { describe, expect, it } from 'vitest';
import { auctionState } from '#src/alerts/auctions/auction-alerts.ts';
import { progress } from '#src/alerts/auctions/auction-progress.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { address } from '../../support/build-activity.ts';
import { toAuction } from '../../support/read-resources.ts';

const START = 1_767_225_600;
const [ANN, BEN, CAT] = [address(0xa), address(0xb), address(0xc)];

const bid = (bidder: string, amount: number, second: number) => ({
  ...{ bidder, amount: String(amount), timestamp: START + second },
});

/** An auction as the marketplace sends it. */
const record = (change: object) => ({
  ...{ id: 'a-1', auctionId: 1, collectionAddress: address(0xc0), tokenId: '7', isActive: true },
  ...{ startTime: START, endTime: START + 3_600, createdAt: START, updatedAt: START, ...change },
});

/** What a card shows of the auction, and what is announced of it after `before`. */
function shown(change: object, before: object | null = null) {
  const at = (START + 60) * 1_000;
  const read = (fields: object) => {
    const auction = toAuction(record(fields), at, isCoinOf('S'));
    if (auction === null) throw new Error('the record cannot be read');
    return auction;
  };
  const earlier =
    before === null ? null : progress(null, { auction: read(before), takenAt: at - 1 }, false).tracked;
  const { tracked, news } = progress(earlier, { auction: read(change), takenAt: at }, false);
  if (tracked === null) throw new Error('the auction is not watched');
  const { leader, highestBid, outbid, bidCount } = auctionState(tracked);
  const bids = news.flatMap((one) => (one.bid === null ? [] : [`${one.bid.bidder} ${one.bid.amount}`]));
  return { leader, highestBid, outbid, bidCount, bids };
}

describe('who leads an auction', () => {
  const tie = [bid(ANN, 10, 1), bid(BEN, 10, 2)];

  it.each([
    ['the earlier of two equal bids, where the marketplace names nobody', {}, ANN],
    [
      'the earlier of two equal bids, if the marketplace names it',
      { highestBidder: ANN, highestBid: '10' },
      ANN,
    ],
    [
      'the later of two equal bids, if the marketplace names it',
      { highestBidder: BEN, highestBid: '10' },
      BEN,
    ],
    ['whom the marketplace names without an amount', { highestBidder: BEN }, BEN],
  ])('is %s', (_, named, leader) => {
    for (const bids of [tie, tie.toReversed()])
      expect(shown({ bids, ...named })).toMatchObject({ leader, highestBid: 10n, bidCount: 2 });
  });

  it('is whom the marketplace names, below the highest of the list', () => {
    const bids = [bid(ANN, 10, 1), bid(BEN, 12, 2), bid(CAT, 99, 3)];
    expect(shown({ bids, highestBid: '12', highestBidder: BEN })).toEqual({
      ...{ leader: BEN, highestBid: 12n, outbid: ANN, bidCount: 2, bids: [`${BEN} 12`] },
    });
    expect(shown({ bids, highestBid: '12' })).toMatchObject({ leader: BEN, highestBid: 12n });
    expect(shown({ bids, highestBidder: BEN })).toMatchObject({ leader: BEN, highestBid: 12n });
  });

  it('is announced once the marketplace names it, although the list held the bid before', () => {
    const bids = [bid(ANN, 10, 1), bid(BEN, 12, 2)];
    const behind = { bids, highestBid: '10', highestBidder: ANN };
    expect(shown(behind)).toMatchObject({ leader: ANN, bids: [`${ANN} 10`] });
    expect(shown({ bids, highestBid: '12', highestBidder: BEN, updatedAt: START + 1 }, behind)).toMatchObject(
      {
        ...{ leader: BEN, outbid: ANN, bids: [`${BEN} 12`] },
      },
    );
  });

  it('is nobody that the list does not name, where the marketplace names only a higher amount', () => {
    const bids = [bid(ANN, 10, 1)];
    expect(shown({ bids, highestBid: '12' })).toMatchObject({ leader: null, highestBid: 12n, bidCount: 2 });
  });

  it('is announced no second time by a later bid that only equals it', () => {
    const before = { bids: [bid(ANN, 10, 1)] };
    expect(shown({ bids: tie, updatedAt: START + 1 }, before)).toMatchObject({ leader: ANN, bids: [] });
  });

  it('is the highest bidder of the list where the marketplace stores zero', () => {
    const zero = { highestBid: '0', highestBidder: address(0) };
    expect(shown({ bids: [bid(ANN, 10, 1), bid(BEN, 12, 2)], ...zero })).toMatchObject({
      ...{ leader: BEN, highestBid: 12n },
    });
    expect(shown({ bids: [], ...zero })).toMatchObject({ leader: null, highestBid: null, bidCount: 0 });
  });
});
