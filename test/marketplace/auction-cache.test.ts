import { describe, expect, it } from 'vitest';
import { createAuctionCache } from '#src/marketplace/auction-cache.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { auctionOf } from '../discord/any-auction.ts';

const START = 1_767_225_600;
const MINUTE = 60_000;

/** A cache and its clock. */
function startCache() {
  const time = { now: START * 1_000 };
  const cache = createAuctionCache({ now: () => time.now });
  const learn = (...value: readonly Auction[]) => cache.learn({ value, asOf: time.now, stale: false });
  return { cache, time, learn };
}

const numbered = (auctionId: string, change: Partial<Auction> = {}) => auctionOf({ auctionId, ...change });
const numbers = (auctions: readonly Auction[]) => auctions.map(({ auctionId }) => auctionId);

describe('the cache of auctions', () => {
  it('has running ones by their end first, then the others, the latest first', () => {
    const { cache, learn } = startCache();
    const over = { finalizedAt: START - 1, active: false };
    learn(
      numbered('1', { endTime: START + 900 }),
      numbered('2', { endTime: START - 900, ...over }),
      numbered('3', { endTime: START + 300 }),
      numbered('4', { endTime: START - 300, ...over }),
    );
    expect(numbers(cache.all())).toEqual(['3', '1', '4', '2']);
  });

  it('has the latest state, with its age', () => {
    const { cache, time, learn } = startCache();
    learn(numbered('1', { highestBid: 1n }));
    const first = time.now;
    time.now += MINUTE;
    cache.learn({ value: [numbered('1', { highestBid: 3n })], asOf: time.now, stale: false });
    cache.learn({ value: [numbered('1', { highestBid: 2n })], asOf: first, stale: true });
    const { collection } = auctionOf();
    expect(cache.find(collection, '1')).toMatchObject({ value: { highestBid: 3n }, asOf: time.now });
    expect(cache.find(collection, '2')).toBeUndefined();
  });

  it('keeps no more than the latest thousand', () => {
    const { cache, learn } = startCache();
    for (let number = 0; number < 1_200; number += 1) learn(numbered(String(number)));
    expect(cache.all()).toHaveLength(1_000);
    expect(cache.find(auctionOf().collection, '0')).toBeUndefined();
    expect(cache.find(auctionOf().collection, '1199')).toBeDefined();
  });
});
