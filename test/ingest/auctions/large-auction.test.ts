import { describe, expect, it } from 'vitest';
import { createAuctionReader } from '#src/ingest/auctions/read-auctions.ts';
import { startStub } from '../../marketplace/stub-marketplace.ts';
import { address } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const NOW = 1_767_225_600;
const MAX_BYTES = 200_000;

const bids = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    ...{ bidder: address(number + 1), amount: String(number + 1), timestamp: NOW - 60 },
  }));

/** A running auction; those with higher numbers end later. */
const auction = (number: number, bidCount = 0) => ({
  ...{ id: `a-${number}`, auctionId: number, collectionAddress: address(0xc0), tokenId: String(number) },
  ...{ isActive: true, startTime: NOW - 3_600, endTime: NOW + 600 + number, createdAt: NOW - 3_600 },
  bids: bids(bidCount),
});

/** A marketplace with these running auctions, read by the real client with a limit of 200 kB a page. */
async function startMarket(running: readonly ReturnType<typeof auction>[]) {
  const lists = { running };
  const clock = createManualClock(NOW * 1_000);
  const stub = await startStub(
    (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://stub');
      const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
      const all = searchParams.get('status') === 'active' ? lists.running : [];
      const auctions = all.slice((page - 1) * limit, page * limit);
      const totalPages = Math.ceil(all.length / limit);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ auctions, total: all.length, currentPage: page, totalPages }));
    },
    { maxBytes: MAX_BYTES, now: clock.now },
  );
  const source = {
    auctions: (query: Parameters<typeof stub.client.auctions>[0], { signal }: { signal: AbortSignal }) =>
      stub.client.auctions(query, { signal, forAlerts: true }),
  };
  const read = createAuctionReader({ source, clock });
  const { signal } = new AbortController();
  const poll = async () => {
    const before = stub.asked.length;
    const { seen, tooLarge } = await read(new Map(), signal);
    return { ids: [...seen.keys()], tooLarge, requests: stub.asked.length - before };
  };
  return { poll, lists, clock, [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose]() };
}

const idsWithout = (count: number, number: number) =>
  Array.from({ length: count }, (_, at) => `a-${at}`).filter((id) => id !== `a-${number}`);

describe('an auction with more bids than fit into an answer', () => {
  const many = (count: number, large: number, bidCount: number) =>
    Array.from({ length: count }, (_, at) => auction(at, at === large ? bidCount : 0));

  it.each([0, 37, 99, 137, 229])('is skipped, and all others are read (number %i)', async (large) => {
    await using market = await startMarket(many(230, large, 3_000));
    const { ids, tooLarge } = await market.poll();
    expect(ids).toEqual(idsWithout(230, large));
    expect(tooLarge).toEqual([{ list: 'active', position: large + 1 }]);
  });

  it('is read as soon as it fits alone, although its page does not', async () => {
    const wide = many(100, 20, 900).map((one, at) => (at === 21 ? auction(21, 900) : one));
    await using market = await startMarket(wide);
    const { ids, tooLarge } = await market.poll();
    expect(ids).toEqual(wide.map(({ id }) => id));
    expect(tooLarge).toEqual([]);
  });

  it('costs each poll one request that is too large, and its page is asked for as a whole again after ten minutes', async () => {
    await using market = await startMarket(many(230, 37, 3_000));
    const first = await market.poll();
    const second = await market.poll();
    expect([first.requests, second.requests]).toEqual([18, 14]);
    market.lists.running = many(230, 37, 10);
    await market.clock.advance(600_000);
    expect(await market.poll()).toEqual({ ids: idsWithout(230, -1), tooLarge: [], requests: 4 });
  });

  it('is followed by its place in the list, which moves', async () => {
    const all = many(230, 37, 3_000);
    await using market = await startMarket(all);
    await market.poll();
    market.lists.running = all.slice(1);
    const { ids, tooLarge } = await market.poll();
    expect(ids).toEqual(idsWithout(230, 37).slice(1));
    expect(tooLarge).toEqual([{ list: 'active', position: 37 }]);
  });

  it('may be the only one', async () => {
    await using market = await startMarket(many(1, 0, 3_000));
    expect(await market.poll()).toMatchObject({ ids: [], tooLarge: [{ list: 'active', position: 1 }] });
  });
});
