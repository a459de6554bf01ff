import { describe, expect, it } from 'vitest';
import type { AuctionAlert, SaleAlert, SoldItem } from '#src/alerts/alert.ts';
import { areSameEvent, topicOfSame } from '#src/alerts/auctions/settlement.ts';
import { address } from '../../support/build-activity.ts';
import { auctionAlert, listingAlert, saleAlert, soldItem } from '../../support/build-alert.ts';

const [SELLER, WINNER] = [address(0x5e), address(0xb1)];
const END = 1_767_229_200;

const ended = (change: Partial<AuctionAlert> = {}): AuctionAlert =>
  auctionAlert({
    ...{ topic: 'auction_ended', status: 'sold', seller: SELLER, leader: WINNER, highestBid: 3n },
    endTime: END,
    ...change,
  });
/** The sale for the highest bid at the end. */
const sold = (item: Partial<SoldItem> = {}, change: Partial<SaleAlert> = {}): SaleAlert =>
  saleAlert(1, {
    item: soldItem({ price: 3n, seller: SELLER, ...item }),
    buyer: WINNER,
    occurredAt: END,
    ...change,
  });

describe('the sale that settles an auction', () => {
  it('is the same event as its end, in either order', () => {
    expect(areSameEvent(sold(), ended())).toBe(true);
    expect(areSameEvent(ended(), sold())).toBe(true);
    expect(areSameEvent(sold(), sold())).toBe(false);
    expect(areSameEvent(ended(), ended())).toBe(false);
  });

  it('may have no price', () => {
    expect(areSameEvent(sold({ price: null }), ended())).toBe(true);
  });

  it('may come before the planned end of an auction that was settled early', () => {
    const early = sold({}, { occurredAt: END - 60 });
    expect(areSameEvent(early, ended())).toBe(false);
    expect(areSameEvent(early, ended({ finalizedAt: END - 60 }))).toBe(true);
  });

  it.each<[string, SaleAlert, Partial<AuctionAlert>]>([
    ['another price', sold({ price: 4n }), {}],
    ['another coin', sold({ currency: address(0xee) }), {}],
    ['another token', sold({ tokenId: '8' }), {}],
    ['another collection', sold({ collection: address(0xc9) }), {}],
    ['another seller', sold({ seller: address(9) }), {}],
    ['another buyer', sold({}, { buyer: address(9) }), {}],
    ['a time before the end', sold({}, { occurredAt: END - 1 }), {}],
    ['an auction that was cancelled', sold(), { status: 'cancelled' }],
    ['an auction without a known end', sold(), { endTime: null }],
    ['an auction without a known seller', sold({ seller: null }), { seller: null }],
    ['an auction without bids', sold({}, { buyer: null }), { leader: null }],
  ])('is not one with %s', (_, sale, auction) => {
    expect(areSameEvent(sale, ended(auction))).toBe(false);
  });

  it('is searched for by the topic of the other alert', () => {
    expect(topicOfSame(sold())).toBe('auction_ended');
    expect(topicOfSame(ended())).toBe('sale');
    expect(topicOfSame(ended({ topic: 'auction_started' }))).toBeNull();
    expect(topicOfSame(listingAlert())).toBeNull();
  });
});
