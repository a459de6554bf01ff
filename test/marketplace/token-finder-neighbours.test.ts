import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import type { MarketplaceClient } from '#src/marketplace/client.ts';
import { NotFound, Unavailable } from '#src/marketplace/errors.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { createTokenFinder, type TokenFinder } from '#src/marketplace/token-finder.ts';
import { toToken } from '../support/read-resources.ts';

const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';

interface List {
  readonly finder: TokenFinder;
  readonly asked: number[];
  ids: readonly bigint[];
  time: number;
  fails: Error | null;
  sorts: boolean;
}

/** A list of tokens with these ids, served in pages. */
function listing(ids: readonly bigint[], maxPerPage = 100): List {
  const tokens: MarketplaceClient['tokens'] = async (collection, { page = 1, limit = 50 }) => {
    state.asked.push(page);
    await Promise.resolve();
    if (state.fails !== null) throw state.fails;
    const size = Math.min(limit, maxPerPage);
    const items = state.ids.slice((page - 1) * size, page * size).flatMap((id) => {
      const token = toToken({ tokenId: id.toString() }, collection, state.time, isCoinOf('S'));
      return token === null ? [] : [token];
    });
    const hasNext = page * size < state.ids.length;
    return { items, page, total: state.ids.length, hasNext, unreadable: 0, sorted: state.sorts };
  };
  const state: List = {
    finder: createTokenFinder({ client: { tokens }, now: () => state.time }),
    asked: [],
    ids,
    time: 1_000,
    fails: null,
    sorts: true,
  };
  return state;
}

const range = (count: number, start = 0) =>
  Array.from({ length: count }, (_unused, index) => BigInt(start + index));

describe('the token beside another one', () => {
  it('takes no request where the page with it was read', async () => {
    const list = listing(range(1_000));
    await list.finder.find(COLLECTION, '450');
    list.asked.length = 0;

    expect(await list.finder.beside(COLLECTION, '450', 'next')).toBe('451');
    expect(await list.finder.beside(COLLECTION, '450', 'previous')).toBe('449');
    expect(list.asked).toEqual([]);
  });

  it('takes one more request where it stands on another page', async () => {
    const list = listing([1n, 2n, 3n, 4n, 5n, 6n], 3);

    expect(await list.finder.beside(COLLECTION, '3', 'next')).toBe('4');
    expect(await list.finder.beside(COLLECTION, '4', 'previous')).toBe('3');
    expect(list.asked.toSorted()).toEqual([1, 2]);
  });

  it('is none at either end of the list', async () => {
    const list = listing([5n, 9n], 3);

    expect(await list.finder.beside(COLLECTION, '5', 'previous')).toBeNull();
    expect(await list.finder.beside(COLLECTION, '9', 'next')).toBeNull();
  });

  it('is none in a collection without tokens', async () => {
    const list = listing([]);

    expect(await list.finder.beside(COLLECTION, '5', 'next')).toBeNull();
    expect(await list.finder.beside(COLLECTION, '5', 'previous')).toBeNull();
  });

  it('is the nearest that was seen where the server does not sort', async () => {
    const list = listing([9n, 2n, 30n, 4n, 1n, 7n], 3);
    list.sorts = false;
    await list.finder.find(COLLECTION, '7');

    expect(await list.finder.beside(COLLECTION, '7', 'next')).toBe('9');
    expect(await list.finder.beside(COLLECTION, '7', 'previous')).toBe('4');
  });

  it('is found anew after ten minutes, in a list that has changed', async () => {
    const list = listing([1n, 2n, 3n]);
    expect(await list.finder.beside(COLLECTION, '2', 'next')).toBe('3');
    list.ids = [1n, 2n, 8n];
    list.time += 600_000;

    expect(await list.finder.beside(COLLECTION, '2', 'next')).toBe('8');
  });

  it('fails as the marketplace does', async () => {
    const list = listing([1n]);
    list.fails = new Unavailable('test');
    await expect(list.finder.beside(COLLECTION, '1', 'next')).rejects.toThrow(Unavailable);
    list.fails = new NotFound('collection');
    await expect(list.finder.beside(COLLECTION, '1', 'next')).rejects.toThrow(NotFound);
  });

  it('is the nearest id on that side, whether the token itself exists or not', async () => {
    const id = fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(id, { maxLength: 200 }),
        fc.array(id, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 2, max: 120 }),
        async (unsorted, wanted, maxPerPage) => {
          const ids = unsorted.toSorted((a, b) => Number(a > b) - Number(a < b));
          const list = listing(ids, maxPerPage);
          for (const one of [...wanted, ...ids.slice(0, 5), ...ids.slice(-5)]) {
            const next = ids.find((other) => other > one)?.toString() ?? null;
            const previous = ids.findLast((other) => other < one)?.toString() ?? null;
            expect(await list.finder.beside(COLLECTION, one.toString(), 'next')).toBe(next);
            expect(await list.finder.beside(COLLECTION, one.toString(), 'previous')).toBe(previous);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
