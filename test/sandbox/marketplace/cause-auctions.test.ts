import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auction } from '../../../sandbox/marketplace/world/auctions/auction.ts';
import { START_MS, start, type TestMarketplace } from './support/start.ts';

const ANNE = `0x${'a'.repeat(40)}`;
const BORIS = `0x${'b'.repeat(40)}`;

let marketplace: TestMarketplace;
let nowMs = START_MS;
beforeAll(async () => {
  marketplace = await start({ salesPerMinute: 0 });
});
afterAll(() => marketplace[Symbol.asyncDispose]());

const pass = (ms: number): void => {
  marketplace.passTime(ms);
  nowMs += ms;
};
const latest = (): Auction | undefined => marketplace.ledger.auctions().at(-1);

describe('a caused auction', () => {
  it('is open at once, in the ledger with its terms and in the feed', async () => {
    const [record] = marketplace.cause.auction({
      collection: 'lantern-foxes',
      tokenId: '12',
      startingPrice: 1000n,
      endsInMs: 90_000,
    });
    expect(record).toMatchObject({ kind: 'auction_created', tokenId: '12', price: 1000n, buyer: null });
    expect(latest()).toMatchObject({
      id: record?.auctionId,
      tokenName: 'Lantern Fox #12',
      seller: record?.seller,
      startingPrice: 1000n,
      startedAtMs: nowMs,
      shownAtMs: nowMs,
      endsAtMs: nowMs + 90_000,
      bids: [],
      close: null,
    });
    const [top] = await marketplace.list('/api/activities?limit=1', 'activities');
    expect(top).toMatchObject({ type: 'auction_created', price: '1000', auctionId: latest()?.number });
    expect(latest()?.id).toBe(`${record?.txHash}-${record?.collection}-${latest()?.number}`);
  });

  it('accepts bids: the starting price, a raise by the leader, and higher ones of others', () => {
    marketplace.cause.bid({ bidder: ANNE });
    marketplace.cause.bid({ bidder: ANNE, amount: 1001n });
    const [record] = marketplace.cause.bid({ bidder: BORIS, amount: 2000n });
    expect(record).toMatchObject({ kind: 'auction_bid', buyer: BORIS, price: 2000n });
    expect(latest()?.bids.map(({ bidder, amount }) => [bidder, amount])).toEqual([
      [ANNE, 1000n],
      [ANNE, 1001n],
      [BORIS, 2000n],
    ]);
    expect(latest()?.extensions).toEqual([]);
  });

  it('refuses a bid that is too low', () => {
    expect(() => marketplace.cause.bid({ amount: 2000n })).toThrow(
      'A bid of 2000 wei is too low: the least is 2001.',
    );
  });

  it('is extended by a bid in its last minute', () => {
    pass(85_000);
    marketplace.cause.bid({ bidder: ANNE, amount: 3000n });
    expect(latest()).toMatchObject({
      endsAtMs: nowMs + 60_000,
      firstEndsAtMs: nowMs + 5000,
      extensions: [{ atMs: nowMs, fromMs: nowMs + 5000, toMs: nowMs + 60_000 }],
    });
  });

  it('cannot be settled before its end, nor bid on after it', () => {
    const id = latest()?.id;
    expect(() => marketplace.cause.settle(id)).toThrow(/has not ended/);
    pass(60_000);
    expect(() => marketplace.cause.bid({ auction: id })).toThrow(/has ended/);
    expect(() => marketplace.cause.bid()).toThrow('There is no auction that has not ended.');
    expect(latest()?.close).toBeNull();
  });

  it('is settled automatically, and the token goes to the winner', async () => {
    pass(150_000);
    expect(latest()?.close).toMatchObject({ how: 'sold', winner: ANNE, price: 3000n, shownAtMs: nowMs });
    expect(marketplace.ledger.records().at(-1)).toMatchObject({ kind: 'auction_settled', buyer: ANNE });
    const path = `/api/tokens/collection/${latest()?.collection}?sortOrder=asc&limit=1&page=12`;
    const [token] = await marketplace.list(path, 'tokens');
    expect(token).toMatchObject({ tokenId: 12, owner: ANNE, lastPrice: '3000', isInAuction: false });
  });

  it('can stay unsettled until its settlement is caused', () => {
    marketplace.cause.auction({ endsInMs: 1000, settlesAfterMs: null });
    pass(3_600_000);
    expect(latest()?.close).toBeNull();
    const [record] = marketplace.cause.settle();
    expect(record).toMatchObject({ kind: 'auction_settled', price: null, buyer: null });
    expect(latest()?.close).toMatchObject({ how: 'unsold', winner: null });
  });

  it('can be cancelled, once, and its token is free again', () => {
    const [record] = marketplace.cause.auction({ collection: 'lantern-foxes', tokenId: '13' });
    const again = (): unknown => marketplace.cause.auction({ collection: 'lantern-foxes', tokenId: '13' });
    expect(again).toThrow('Lantern Fox #13 is up for auction already.');
    marketplace.cause.cancelAuction(record?.auctionId ?? undefined);
    expect(latest()?.close).toMatchObject({ how: 'cancelled', winner: null, price: null });
    expect(() => marketplace.cause.cancelAuction(record?.auctionId ?? undefined)).toThrow(/is closed/);
    expect(again).not.toThrow();
  });

  it('is in the ledger though a gap hides it from the feed', () => {
    const before = marketplace.ledger.records().length;
    marketplace.faults.set({ gap: true });
    expect(marketplace.cause.auction()).toEqual([]);
    marketplace.faults.clear();
    expect(marketplace.ledger.records()).toHaveLength(before);
    expect(latest()).toMatchObject({ startedAtMs: nowMs, close: null });
  });
});

describe('a caused offer', () => {
  it('is open until the token is sold, and counts as accepted when the offeror bought it', async () => {
    const fox = { collection: 'lantern-foxes', tokenId: '21' };
    const stats = async (): Promise<unknown> => marketplace.json('/api/collections/lantern-foxes');
    const before = await stats();
    const [record] = marketplace.cause.offer({ ...fox, offeror: ANNE, price: 77n });
    expect(record).toMatchObject({ kind: 'offer', price: 77n, buyer: ANNE, seller: null });
    expect(before).not.toEqual(await stats());
    marketplace.cause.sale({ ...fox, price: 77n, buyer: ANNE });
    expect(await stats()).toMatchObject({
      stats: { acceptedOffers: expect.any(Number), activeOffers: expect.any(Number) },
    });
    const path = '/api/activities?limit=2';
    expect((await marketplace.list(path, 'activities')).map(({ type }) => type)).toEqual(['sale', 'offer']);
  });
});

describe('a caused burn', () => {
  it('destroys the token', async () => {
    const { tokens } = marketplace.collections()[0] ?? { tokens: 0 };
    const [record] = marketplace.cause.burn({ collection: 'lantern-foxes', tokenId: '30' });
    expect(record).toMatchObject({
      kind: 'burn',
      buyer: `0x${'0'.repeat(40)}`,
      tokenName: 'Lantern Fox #30',
    });
    expect(marketplace.collections()[0]?.tokens).toBe(tokens - 1);
    expect(await marketplace.json('/api/collections/lantern-foxes')).toMatchObject({
      stats: { totalBurned: 1, totalMinted: tokens, totalNFTs: tokens - 1 },
    });
    expect(() => marketplace.cause.burn({ collection: 'lantern-foxes', tokenId: '30' })).toThrow(RangeError);
  });

  it('is refused while the token is on auction', () => {
    const [record] = marketplace.cause.auction({ collection: 'deep-sea-post' });
    expect(() => marketplace.cause.burn({ collection: 'deep-sea-post', tokenId: record?.tokenId })).toThrow(
      /is up for auction/,
    );
  });
});
