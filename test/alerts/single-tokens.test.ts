import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tradesIn } from '#src/alerts/activity-trade.ts';
import { equalShares } from '#src/alerts/single-tokens.ts';
import { address, sale } from '../support/build-activity.ts';

const [PUNKS, APES] = [address(0xc0), address(0xc1)];
const ofPunks = (quantity: bigint) => ({ collection: PUNKS, quantity });

describe('the equal shares of several tokens', () => {
  it('are together the total, to the wei, and differ by one at most for each unit', () => {
    const anyTotal = fc.bigInt({ min: 0n, max: 2n ** 100n });
    const anyQuantities = fc.array(fc.bigInt({ min: 1n, max: 50n }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(anyTotal, anyQuantities, (total, quantities) => {
        const units = quantities.reduce((sum, quantity) => sum + quantity, 0n);
        const shares = equalShares(total, quantities.map(ofPunks));
        expect(shares.reduce<bigint>((sum, share) => sum + (share ?? 0n), 0n)).toBe(total);
        for (const [index, share] of shares.entries()) {
          const exact = (total * (quantities[index] ?? 0n)) / units;
          expect([exact, exact + 1n]).toContain(share);
        }
      }),
    );
  });

  it('are unknown without a total, and for tokens of several collections', () => {
    expect(equalShares(null, [ofPunks(1n), ofPunks(1n)])).toEqual([null, null]);
    expect(equalShares(8n, [ofPunks(1n), { collection: APES, quantity: 1n }])).toEqual([null, null]);
  });
});

describe('the trades of a sale of several tokens', () => {
  const bundle = ['5', '6', '7'].map((tokenId) => ({ collection: PUNKS, tokenId, quantity: 1n }));
  const sold = sale({ tokenId: null, bundle, price: 10n });

  it('have no price, and their shares of the total', () => {
    expect(tradesIn(sold, 0).map(({ tokenId, price, share }) => [tokenId, price, share])).toEqual([
      ['5', null, 3n],
      ['6', null, 3n],
      ['7', null, 4n],
    ]);
  });

  it('have no share of a total in another coin', () => {
    const [trade] = tradesIn({ ...sold, currency: APES }, 0);
    expect(trade).not.toHaveProperty('share');
  });
});
