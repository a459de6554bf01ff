import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedMarketplace, startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';
import { createOutbid, type Outbid } from '../../../sandbox/web/control/outbid.ts';

const WALLET = '0x00000000000000000000000000000000000000a1';
const HOUR_MS = 3_600_000;
let marketplace: EmbeddedMarketplace;
let outbid: Outbid;

beforeEach(async () => {
  marketplace = await startMarketplace({ salesPerMinute: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  outbid = createOutbid({ marketplace, now: Date.now });
});
afterEach(async () => {
  outbid[Symbol.dispose]();
  vi.useRealTimers();
  await marketplace[Symbol.asyncDispose]();
});

const begin = (endsInMs = HOUR_MS) => marketplace.cause.auction({ endsInMs });
const biddersOf = (id: string | null | undefined) =>
  marketplace.ledger
    .auctions()
    .find((auction) => auction.id === id)
    ?.bids.map(({ bidder }) => (bidder === WALLET ? 'own' : 'other'));

describe('being outbid at the press of a button', () => {
  it('is a bid of one’s own in the auction in view and, later than a poll, one of somebody else', () => {
    const [auction] = begin();
    begin();
    outbid.happen([WALLET], auction?.auctionId ?? '', begin);
    vi.advanceTimersByTime(3_000);
    expect(biddersOf(auction?.auctionId)).toEqual(['own']);
    vi.advanceTimersByTime(3_000);
    expect(biddersOf(auction?.auctionId)).toEqual(['own', 'other']);
  });

  it('begins an auction where none is in view, or the one in view is about to end', () => {
    const [ending] = begin(10_000);
    const [started] = outbid.happen([WALLET], ending?.auctionId ?? '', begin);
    expect(started?.kind).toBe('auction_created');
    expect(biddersOf(started?.auctionId)).toEqual(['own']);
    expect(biddersOf(ending?.auctionId)).toEqual([]);
  });

  it('is one bid, at once, where one’s own wallet leads already', () => {
    const [auction] = begin();
    marketplace.cause.bid({ auction: auction?.auctionId ?? undefined, bidder: WALLET });
    outbid.happen([WALLET], undefined, begin);
    vi.advanceTimersByTime(10_000);
    expect(biddersOf(auction?.auctionId)).toEqual(['own', 'other']);
  });

  it('is impossible without a wallet, and with the demo over', () => {
    expect(() => outbid.happen([], undefined, begin)).toThrow('/watch me');
    const [auction] = begin();
    outbid.happen([WALLET], auction?.auctionId ?? '', begin);
    outbid[Symbol.dispose]();
    vi.advanceTimersByTime(10_000);
    expect(biddersOf(auction?.auctionId)).toEqual(['own']);
  });
});
