import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Address } from '#src/chain/address.ts';
import { createFloorReader } from '#src/ingest/floors/read-floors.ts';
import { NotFound } from '#src/marketplace/errors.ts';
import { type MarketList, readingOf } from '#src/marketplace/market-point.ts';
import type { ListedCollection } from '#src/marketplace/resources/collection.ts';
import { bareCollection } from '../../discord/bare-collection.ts';
import { address } from '../../support/build-activity.ts';

const PAGE = 100;
const { signal } = new AbortController();

function listed(number: number, floor = BigInt(number) + 1n): ListedCollection {
  const { stats: _, ...summary } = bareCollection({ address: address(number), floor });
  return { ...summary, highestSale: null, listed: 1, owners: 2 };
}

/** A marketplace whose list a test changes, with what was asked of it. */
function startMarket(count: number) {
  let list = Array.from({ length: count }, (_, number) => listed(number));
  let newest: MarketList | null = null;
  const asked: (number | Address)[] = [];
  return {
    asked,
    /** What the marketplace lists now. */
    list: (change: (list: readonly ListedCollection[]) => readonly ListedCollection[]) => {
      list = [...change(list)];
    },
    /** The whole list is read, as the directory does. */
    readWhole: () => {
      newest = { readings: list.map(readingOf), readAt: 0 };
    },
    read: createFloorReader(
      {
        async collections({ page, limit }) {
          asked.push(page);
          const items = list.slice((page - 1) * limit, page * limit);
          return { items, page, total: list.length, hasNext: false, unreadable: 0 };
        },
        async collection(wanted) {
          asked.push(wanted);
          const found = list.find((one) => one.address === wanted);
          if (found === undefined) throw new NotFound('collection');
          return bareCollection(found, { listed: found.listed, owners: found.owners });
        },
      },
      () => newest,
    ),
  };
}

const numbers = (...all: readonly number[]): ReadonlySet<Address> => new Set(all.map(address));

describe('reading floors', () => {
  it('asks for each page of the list that holds a wanted collection once', async () => {
    const market = startMarket(450);
    market.readWhole();
    const found = await market.read(numbers(3, 5, 99, 250), signal);
    expect(market.asked).toEqual([1, 3]);
    const of = new Map(found.map(({ collection, floor }) => [collection, floor]));
    for (const number of [3, 5, 99, 250]) expect(of.get(address(number))).toBe(BigInt(number) + 1n);
  });

  it('asks for a collection alone that left its page, until the whole list is read', async () => {
    const market = startMarket(300);
    market.readWhole();
    market.list((list) => [...list.slice(1), ...list.slice(0, 1)]);
    await market.read(numbers(0), signal);
    await market.read(numbers(0), signal);
    market.readWhole();
    const found = await market.read(numbers(0), signal);
    expect(market.asked).toEqual([1, address(0), address(0), 3]);
    expect(found.some(({ collection }) => collection === address(0))).toBe(true);
  });

  it('leaves out what the marketplace has no more', async () => {
    const market = startMarket(2);
    expect(await market.read(numbers(1, 9), signal)).toEqual([readingOf(listed(1))]);
  });

  it('takes turns among more than ten pages and five collections alone', async () => {
    const market = startMarket(1_500);
    market.readWhole();
    const everywhere = new Set(Array.from({ length: 15 }, (_, page) => address(page * PAGE)));
    await market.read(everywhere, signal);
    await market.read(everywhere, signal);
    expect(market.asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 2, 3, 4, 5]);
    const alone = startMarket(12);
    const all = numbers(...Array.from({ length: 12 }, (_, number) => number));
    for (let reading = 0; reading < 3; reading += 1) await alone.read(all, signal);
    expect(new Set(alone.asked)).toEqual(all);
  });

  it('rejects when the marketplace does not answer, and reads all of it the next time', async () => {
    let isDown = true;
    const read = createFloorReader(
      {
        collections: async ({ page }) => {
          if (isDown && page === 2) throw new Error('down');
          return { items: [listed((page - 1) * PAGE)], page, total: 250, hasNext: false, unreadable: 0 };
        },
        collection: async () => Promise.reject(new Error('not asked for')),
      },
      () => ({ readings: Array.from({ length: 250 }, (_, one) => readingOf(listed(one))), readAt: 0 }),
    );
    await expect(read(numbers(0, 100), signal)).rejects.toThrow('down');
    isDown = false;
    expect((await read(numbers(0, 100), signal)).map(({ collection }) => collection)).toEqual([
      address(0),
      address(100),
    ]);
  });

  it('finds every wanted collection that is listed within a few readings, however the list is shuffled', async () => {
    const anyWanted = fc.uniqueArray(fc.integer({ min: 0, max: 399 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        anyWanted,
        fc.array(fc.integer({ min: 0, max: 399 }), { maxLength: 5 }),
        async (wanted, turns) => {
          const market = startMarket(400);
          market.readWhole();
          for (const turn of turns) {
            market.list((list) => [...list.slice(turn), ...list.slice(0, turn)]);
            const found = new Map<Address, bigint | null>();
            for (let reading = 0; reading < 4; reading += 1) {
              const before = market.asked.length;
              for (const one of await market.read(numbers(...wanted), signal))
                found.set(one.collection, one.floor);
              // Four pages and five alone, whatever is wanted.
              expect(market.asked.length - before).toBeLessThanOrEqual(4 + 5);
            }
            for (const number of wanted) expect(found.get(address(number))).toBe(BigInt(number) + 1n);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
