import { describe, expect, it } from 'vitest';
import type { Auction } from '../../src/domain/auction.ts';
import { createAuctionBook } from '../../src/marketplace/auction-book.ts';
import { auctionOf } from '../discord/any-auction.ts';

const START = 1_767_225_600;
const MINUTE = 60_000;

/** A book and the clock it reads. */
function startBook() {
  const time = { now: START * 1_000 };
  const book = createAuctionBook({ now: () => time.now });
  const learn = (...value: readonly Auction[]) => book.learn({ value, asOf: time.now, stale: false });
  return { book, time, learn };
}

const numbered = (auctionId: string, change: Partial<Auction> = {}) => auctionOf({ auctionId, ...change });
const numbers = (auctions: readonly Auction[]) => auctions.map(({ auctionId }) => auctionId);

describe('the book of auctions', () => {
  it('has running ones by their end first, then the others, the latest first', () => {
    const { book, learn } = startBook();
    const over = { finalizedAt: START - 1, active: false };
    learn(
      numbered('1', { endTime: START + 900 }),
      numbered('2', { endTime: START - 900, ...over }),
      numbered('3', { endTime: START + 300 }),
      numbered('4', { endTime: START - 300, ...over }),
    );
    expect(numbers(book.all())).toEqual(['3', '1', '4', '2']);
  });

  it('remembers what it heard last, with its age', () => {
    const { book, time, learn } = startBook();
    learn(numbered('1', { highestBid: 1n }));
    const first = time.now;
    time.now += MINUTE;
    book.learn({ value: [numbered('1', { highestBid: 3n })], asOf: time.now, stale: false });
    book.learn({ value: [numbered('1', { highestBid: 2n })], asOf: first, stale: true });
    const { collection } = auctionOf();
    expect(book.find(collection, '1')).toMatchObject({ value: { highestBid: 3n }, asOf: time.now });
    expect(book.find(collection, '2')).toBeUndefined();
  });

  it('keeps no more than the thousand that it heard of last', () => {
    const { book, learn } = startBook();
    for (let number = 0; number < 1_200; number += 1) learn(numbered(String(number)));
    expect(book.all()).toHaveLength(1_000);
    expect(book.find(auctionOf().collection, '0')).toBeUndefined();
    expect(book.find(auctionOf().collection, '1199')).toBeDefined();
  });
});
