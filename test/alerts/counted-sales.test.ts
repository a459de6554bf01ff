import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSales } from '#src/alerts/counted-sales.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { runSteps } from '#src/chain/steps.ts';

const DAY = 86_400;
const ALWAYS = { from: -10 * DAY, to: 10 * DAY };
const [ADA, BEN, CARA]: readonly [Address, Address, Address] = ['0xa', '0xb', '0xc'];

function sale(at: number, changes: Partial<Trade> = {}): Trade {
  const parties = { seller: ADA, buyer: BEN };
  return {
    key: `${at}`,
    collection: CARA,
    tokenId: '1',
    price: 10n,
    quantity: 1n,
    at,
    ...parties,
    ...changes,
  };
}

const back = { seller: BEN, buyer: ADA };
const countedSales = (...given: Parameters<typeof countSales>) => runSteps(countSales(...given));
const repeatedOf = (...sales: readonly Trade[]) => countedSales(sales, ALWAYS).repeated.map(({ at }) => at);

describe('what counts as a sale', () => {
  it('leaves out three sales of a token between two wallets within a day, in either direction', () => {
    expect(repeatedOf(sale(0), sale(5, back), sale(DAY - 1))).toEqual([0, 5, DAY - 1]);
    expect(repeatedOf(sale(0), sale(5, back), sale(DAY))).toEqual([]);
  });

  it('counts two, and those of other tokens, collections and wallets', () => {
    expect(repeatedOf(sale(0), sale(1, back))).toEqual([]);
    expect(repeatedOf(sale(0), sale(1, back), sale(2, { tokenId: '2' }))).toEqual([]);
    expect(repeatedOf(sale(0), sale(1, back), sale(2, { collection: BEN }))).toEqual([]);
    expect(repeatedOf(sale(0), sale(1, back), sale(2, { buyer: CARA }))).toEqual([]);
  });

  it('counts sales with an unknown wallet', () => {
    expect(repeatedOf(sale(0, { buyer: null }), sale(1, { buyer: null }), sale(2, { buyer: null }))).toEqual(
      [],
    );
  });

  it('judges the sales of a period by those around it too', () => {
    const sales = [sale(-5), sale(-3, back), sale(0), sale(9, { tokenId: '2' }), sale(10)];
    const { counted, repeated } = countedSales(sales, { from: 0, to: 10 });
    expect(counted.map(({ at }) => at)).toEqual([9]);
    expect(repeated.map(({ at }) => at)).toEqual([0]);
  });

  it('agrees with a definition by all triples', () => {
    const anySale = fc.record({
      at: fc.nat(3 * DAY),
      tokenId: fc.constantFrom('1', '2'),
      buyer: fc.constantFrom(BEN, CARA, null),
    });
    fc.assert(
      fc.property(fc.array(anySale, { maxLength: 12 }), (given) => {
        const sales = given.map(({ at, ...changes }, index) => sale(at, { ...changes, key: `${index}` }));
        const same = (one: Trade, other: Trade) =>
          one.tokenId === other.tokenId && one.buyer === other.buyer && Math.abs(one.at - other.at) < DAY;
        const expected = sales.filter(
          (one) =>
            one.buyer !== null &&
            sales.some((two) =>
              sales.some(
                (three) =>
                  new Set([one, two, three]).size === 3 &&
                  same(one, two) &&
                  same(one, three) &&
                  same(two, three),
              ),
            ),
        );
        expect(countedSales(sales, ALWAYS).repeated).toEqual(expected);
      }),
    );
  });
});
