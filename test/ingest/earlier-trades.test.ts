import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { earlierTrades } from '#src/ingest/earlier-trades.ts';

const FOXES: Address = '0x00000000000000000000000000000000000000f0';
const APES: Address = '0x00000000000000000000000000000000000000aa';

const trade = (place: number, change: Partial<Trade> = {}): Trade => ({
  ...{ key: `t${place}`, collection: FOXES, tokenId: '1', seller: null, buyer: null },
  ...{ price: BigInt(place), quantity: 1n, at: place, ...change },
});

describe('what came before a trade in the same poll', () => {
  it('is what stands before it, also where times are in disorder', () => {
    const anyTrades = fc.array(
      fc.record({
        collection: fc.constantFrom(FOXES, APES),
        tokenId: fc.constantFrom('1', '2'),
        price: fc.option(fc.bigInt(0n, 9n)),
        quantity: fc.constantFrom(1n, 2n),
        at: fc.integer({ min: 0, max: 9 }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(anyTrades, fc.nat(25), fc.integer({ min: -1, max: 10 }), (changes, end, at) => {
        const trades = changes.map((change, place) => trade(place, change));
        const own = trades[end];
        const before = trades
          .slice(0, own === undefined ? trades.length : end)
          .filter((one) => one.at <= at && one.collection === FOXES);
        const prices = before.flatMap(({ price }) => (price === null ? [] : [price]));
        expect(earlierTrades(trades)({ collection: FOXES, tokenId: '1' }, { own, at })).toEqual({
          trades: before.filter(({ tokenId }) => tokenId === '1').toReversed(),
          highest: prices.reduce<bigint | null>(
            (most, price) => (most !== null && most > price ? most : price),
            null,
          ),
        });
      }),
    );
  });

  it('is found without reading all trades for each of ten thousand', () => {
    let reads = 0;
    const trades = Array.from({ length: 10_000 }, (_, place) => {
      const { at, ...fields } = trade(place, { tokenId: String(place) });
      return {
        ...fields,
        get at() {
          reads += 1;
          return at;
        },
      };
    });
    const earlier = earlierTrades(trades);
    for (const [place, own] of trades.entries()) {
      expect(earlier(own, { own, at: place }).highest).toBe(place === 0 ? null : BigInt(place - 1));
    }
    expect(reads).toBeLessThan(100 * trades.length);
  });
});
