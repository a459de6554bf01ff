import { describe, expect, it } from 'vitest';
import type { Auction } from '../../src/domain/auction.ts';
import { createAuctionBook } from '../../src/marketplace/auction-book.ts';
import { auctionOf } from '../discord/any-auction.ts';

const START = 1_767_225_600;
const MINUTE = 60_000;

/** A book, the clock it reads, and what it asked for. */
function startBook(lists: Partial<Record<'active' | 'completed', readonly Auction[]>> = {}) {
  const asked: string[] = [];
  const time = { now: START * 1_000 };
  const book = createAuctionBook({
    now: () => time.now,
    async read({ status, sortOrder }) {
      asked.push(`${status} ${sortOrder}`);
      const items = lists[status] ?? [];
      const value = { items, page: 1, total: items.length, hasNext: false, unreadable: 0 };
      return { value, asOf: time.now, stale: false };
    },
  });
  const learn = (...value: readonly Auction[]) => book.learn({ value, asOf: time.now, stale: false });
  return { book, time, asked, learn };
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

  it('asks for what runs once a minute, and for what is over once in a quarter of an hour', async () => {
    const { book, time, asked } = startBook({ active: [numbered('1')], completed: [numbered('2')] });
    await book.refresh();
    await book.refresh();
    expect(asked).toEqual(['active asc', 'completed desc']);
    time.now += MINUTE;
    await book.refresh();
    expect(asked).toEqual(['active asc', 'completed desc', 'active asc']);
    time.now += 14 * MINUTE;
    await book.refresh();
    expect(asked.slice(3)).toEqual(['active asc', 'completed desc']);
    expect(numbers(book.all()).toSorted()).toEqual(['1', '2']);
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

  it('lets a failure through and tries again the next time', async () => {
    let down = true;
    const book = createAuctionBook({
      now: () => 0,
      async read() {
        if (down) throw new Error('down');
        const value = { items: [numbered('1')], page: 1, total: 1, hasNext: false, unreadable: 0 };
        return { value, asOf: 0, stale: false };
      },
    });
    await expect(book.refresh()).rejects.toThrow('down');
    down = false;
    await book.refresh();
    expect(numbers(book.all())).toEqual(['1']);
  });
});
