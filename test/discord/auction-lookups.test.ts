import { describe, expect, it } from 'vitest';
import { createAuctionLookups } from '#src/discord/lookups/auction-lookups.ts';
import { createAuctionCache } from '#src/marketplace/auction-cache.ts';
import { NotFound, Unavailable } from '#src/marketplace/errors.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { address } from '../support/build-activity.ts';
import { auctionOf } from './any-auction.ts';

const START = 1_767_225_600;
const PUNKS = address(0xc0);
const FOXES = address(0xf0);

interface Market {
  active?: readonly Auction[];
  completed?: readonly Auction[];
  cancelled?: readonly Auction[];
}

const numbered = (number: number, change: Partial<Auction> = {}) =>
  auctionOf({ auctionId: String(number), id: `a${number}`, ...change });

/** Auction lookups of a marketplace with these lists, and its requests. */
function startAuctions(market: Market = {}) {
  const asked: string[] = [];
  const state = { down: false, hangs: false };
  const now = () => START * 1_000;
  const read = async (query: { page?: number; limit?: number; status?: keyof Market }) => {
    const { page = 1, limit = 100, status = 'active' } = query;
    asked.push(`${status} ${page}`);
    if (state.hangs) await new Promise(() => undefined);
    if (state.down) throw new Unavailable('down');
    const all = market[status] ?? [];
    const items = all.slice((page - 1) * limit, page * limit);
    const value = {
      items,
      page,
      total: all.length,
      hasNext: page * limit < all.length,
      unreadable: 0,
      sorted: true,
    };
    return { value, asOf: now(), stale: false };
  };
  const auctionCache = createAuctionCache({ now });
  return {
    auctions: createAuctionLookups({ auctions: read }, auctionCache, now),
    auctionCache,
    asked,
    state,
  };
}

const listQuery = { page: 1, limit: 10, filter: 'active', sort: 'endTime', collection: null } as const;

describe('a list of auctions', () => {
  it('is one request if the marketplace has such a list', async () => {
    const { auctions, asked } = startAuctions({ completed: [numbered(1)] });
    const { value } = await auctions.auctions({ ...listQuery, filter: 'completed' });
    expect(value.items).toHaveLength(1);
    expect(asked).toEqual(['completed 1']);
  });

  it('has auctions that wait for their settlement after running ones', async () => {
    const waiting = numbered(1, { endTime: START - 60 });
    const { auctions } = startAuctions({ active: [waiting, numbered(2)] });
    const { value } = await auctions.auctions(listQuery);
    expect(value.items.map(({ auctionId }) => auctionId)).toEqual(['2', '1']);
  });

  it('of a collection is filtered page by page', async () => {
    const active = Array.from({ length: 120 }, (_, number) =>
      numbered(number, number % 5 === 0 ? { collection: FOXES } : {}),
    );
    const { auctions, asked } = startAuctions({ active });
    const { value } = await auctions.auctions({ ...listQuery, collection: FOXES, page: 3 });
    expect(value).toMatchObject({ page: 3, total: 24, hasNext: false });
    expect(value.items.map(({ auctionId }) => auctionId)).toEqual(['100', '105', '110', '115']);
    expect(asked).toEqual(['active 1', 'active 2']);
  });

  it('reads no more than five pages, and then does not know how many there are', async () => {
    const active = Array.from({ length: 900 }, (_, number) => numbered(number));
    const { auctions, asked } = startAuctions({ active });
    const { value } = await auctions.auctions(listQuery);
    expect(value).toMatchObject({ total: null, hasNext: true });
    expect(asked).toHaveLength(5);
  });
});

describe('one auction', () => {
  it('that is not cached is searched in every list, the first pages first', async () => {
    const many = Array.from({ length: 400 }, (_, number) => numbered(number + 100));
    const { auctions, asked } = startAuctions({ active: many, completed: [...many, numbered(1)] });
    await expect(auctions.auction(PUNKS, '1')).rejects.toThrow(NotFound);
    expect(asked).toEqual([
      'active 1',
      'completed 1',
      'cancelled 1',
      'active 2',
      'completed 2',
      'active 3',
      'completed 3',
    ]);
  });

  it('that is running is found with one request', async () => {
    const { auctions, asked } = startAuctions({ active: [numbered(1)] });
    expect((await auctions.auction(PUNKS, '1')).value.auctionId).toBe('1');
    expect(asked).toEqual(['active 1']);
  });

  it('that is settled comes from the cache: it does not change any more', async () => {
    const { auctions, auctionCache, asked } = startAuctions();
    auctionCache.learn({ value: [numbered(1, { finalizedAt: START })], asOf: 0, stale: false });
    expect(await auctions.auction(PUNKS, '1')).toMatchObject({ stale: false });
    expect(asked).toEqual([]);
  });

  it.each(['down', 'hangs'] as const)(
    'is shown as it was last known while the marketplace fails: it %s',
    async (trouble) => {
      const { auctions, auctionCache, state } = startAuctions();
      auctionCache.learn({ value: [numbered(1)], asOf: 5, stale: false });
      state[trouble] = true;
      expect(await auctions.auction(PUNKS, '1')).toMatchObject({ asOf: 5, stale: true });
    },
  );

  it('that is not cached is an error while the marketplace is down', async () => {
    const { auctions, state } = startAuctions();
    state.down = true;
    await expect(auctions.auction(PUNKS, '1')).rejects.toThrow(Unavailable);
  });
});
