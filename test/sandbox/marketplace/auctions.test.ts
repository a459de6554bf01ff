import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auction } from '../../../sandbox/marketplace/world/auctions/auction.ts';
import { START_MS, start, type TestMarketplace } from './support/start.ts';

const MINUTE_MS = 60_000;

describe('six hours of simulated auctions', () => {
  let marketplace: TestMarketplace;
  let auctions: readonly Auction[];
  beforeAll(async () => {
    // Auctions without other trade, which would take longer.
    marketplace = await start({ salesPerMinute: 0, auctionsPerMinute: 0.6 });
    marketplace.passTime(360 * MINUTE_MS);
    marketplace.clock.pause();
    auctions = marketplace.ledger.auctions();
  });
  afterAll(() => marketplace[Symbol.asyncDispose]());

  const nowMs = START_MS + 360 * MINUTE_MS;
  const linesWith = (test: (auction: Auction) => unknown): number => auctions.filter(test).length;

  it('start at about the set rate, and never twice with one token at a time', () => {
    const fresh = linesWith(({ startedAtMs }) => startedAtMs > START_MS);
    expect(fresh / 360).toBeGreaterThan(0.5);
    expect(fresh / 360).toBeLessThan(0.7);
    const open = auctions.filter(({ close }) => close === null);
    expect(new Set(open.map(({ collection, tokenId }) => `${collection} ${tokenId}`)).size).toBe(open.length);
    expect(open.length).toBeGreaterThan(3);
  });

  it('have every possible outcome', () => {
    expect(linesWith(({ close }) => close?.how === 'sold')).toBeGreaterThan(100);
    expect(linesWith(({ close }) => close?.how === 'unsold')).toBeGreaterThan(10);
    expect(linesWith(({ close }) => close?.how === 'cancelled')).toBeGreaterThan(5);
    expect(linesWith(({ bids, startingPrice }) => bids[0]?.amount === startingPrice)).toBeGreaterThan(30);
    expect(linesWith(({ extensions }) => extensions.length > 1)).toBeGreaterThan(10);
    expect(
      linesWith(({ bids }) => bids.some(({ bidder }, index) => bidder === bids[index - 1]?.bidder)),
    ).toBeGreaterThan(20);
  });

  it('accept only bids that exceed the one before, and only before the end', () => {
    for (const { bids, startingPrice, endsAtMs, startedAtMs } of auctions) {
      let least = startingPrice;
      for (const { amount, atMs } of bids) {
        expect(amount).toBeGreaterThanOrEqual(least);
        expect(atMs).toBeGreaterThan(startedAtMs);
        expect(atMs).toBeLessThan(endsAtMs);
        least = amount + 1n;
      }
    }
  });

  it('end a minute after a bid in the last minute; short ones a quarter of their length after one in the last quarter', () => {
    for (const { extensions, startedAtMs, firstEndsAtMs } of auctions) {
      const lastsMs = firstEndsAtMs - startedAtMs;
      const windowMs = lastsMs < 2 * MINUTE_MS - 1 ? lastsMs / 4 : MINUTE_MS;
      for (const { atMs, fromMs, toMs } of extensions) {
        expect(fromMs - atMs).toBeLessThan(windowMs);
        expect(Math.abs(toMs - atMs - windowMs)).toBeLessThan(1);
      }
    }
    for (const { extensions, firstEndsAtMs, endsAtMs } of auctions) {
      expect(extensions.at(-1)?.toMs ?? firstEndsAtMs).toBe(endsAtMs);
    }
  });

  it('stay open for some minutes after their end, and are then settled automatically', () => {
    const settled = auctions.filter(({ close }) => close !== null && close.how !== 'cancelled');
    const waits = settled.map(({ close, endsAtMs }) => (close?.atMs ?? 0) - endsAtMs);
    expect(Math.min(...waits)).toBeGreaterThan(1 * MINUTE_MS);
    expect(Math.max(...waits)).toBeLessThan(4 * MINUTE_MS);
    expect(linesWith(({ close, endsAtMs }) => close === null && endsAtMs < nowMs - 4 * MINUTE_MS)).toBe(0);
  });

  it('give the token and its price to the leading bidder', () => {
    for (const { close, bids } of auctions) {
      const lead = close?.how === 'sold' ? bids.at(-1) : undefined;
      expect(close?.winner ?? null).toBe(lead?.bidder ?? null);
      expect(close?.price ?? null).toBe(lead?.amount ?? null);
    }
  });

  it('are in the feed, each bid and each other event once', () => {
    const records = marketplace.ledger.records();
    const countOf = (kind: string, id: string): number =>
      records.filter((record) => record.kind === kind && record.auctionId === id).length;
    for (const { id, bids, close } of auctions.slice(-60)) {
      expect(countOf('auction_created', id)).toBe(1);
      expect(countOf('auction_bid', id)).toBe(bids.length);
      expect(countOf('auction_settled', id)).toBe(close === null || close.how === 'cancelled' ? 0 : 1);
      expect(countOf('auction_cancelled', id)).toBe(close?.how === 'cancelled' ? 1 : 0);
    }
  });

  it('are counted in their collection, and mark their token', async () => {
    const [open] = auctions.filter(({ close }) => close === null);
    const of = auctions.filter(({ collection }) => collection === open?.collection);
    expect(await marketplace.json(`/api/collections/${open?.collection}`)).toMatchObject({
      stats: {
        totalAuctions: of.length,
        activeAuctions: of.filter(({ close }) => close === null).length,
      },
    });
    const marked = [];
    for (let page = 1; page <= 100; page += 1) {
      const path = `/api/tokens/collection/${open?.collection}?limit=100&page=${page}`;
      const tokens = await marketplace.list(path, 'tokens');
      marked.push(...tokens.filter((token) => token['isInAuction'] === true));
      if (tokens.length < 100) break;
    }
    expect(marked.map((token) => token['id']).sort()).toEqual(
      of
        .filter(({ close }) => close === null)
        .map(({ collection, tokenId }) => `${collection}-${tokenId}`)
        .sort(),
    );
  });
});

describe('a world without activity', () => {
  it('has past auctions and no open ones', async () => {
    await using still = await start({ salesPerMinute: 0 });
    expect(still.ledger.auctions().length).toBeGreaterThan(20);
    expect(still.ledger.auctions().every(({ close }) => close !== null)).toBe(true);
  });
});

describe('auctions at a higher speed', () => {
  it('are shorter in wall time, settlement and extension too', async () => {
    await using fast = await start({ salesPerMinute: 0, auctionsPerMinute: 0.6, speed: 60 });
    fast.passTime(2 * MINUTE_MS);
    const fresh = fast.ledger.auctions().filter(({ startedAtMs }) => startedAtMs > START_MS);
    const sold = fresh.filter(({ close }) => close?.how === 'sold');
    expect(sold.length).toBeGreaterThan(20);
    for (const { close, endsAtMs, extensions } of sold) {
      expect((close?.atMs ?? 0) - endsAtMs).toBeLessThan(4 * 1000);
      for (const { atMs, toMs } of extensions) expect(toMs - atMs).toBeLessThan(1001);
    }
  });
});
