import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatExact } from '#src/chain/wei.ts';
import { readCoins, readPrice } from '#src/marketplace/decode/price.ts';

const COIN = 10n ** 18n;

describe('a price', () => {
  it('is wei when it is an integer, of any length below 2^256', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (wei) => {
        expect(readPrice(wei.toString())).toBe(wei);
        expect(readPrice(`0x${wei.toString(16)}`)).toBe(wei);
      }),
    );
  });

  it('is coins when it has a point, exact to the wei', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (wei) => {
        const coins = formatExact(
          wei,
          { symbol: '', decimals: 18 },
          { language: 'en-US', currencyDisplay: 'after' },
        ).trim();
        expect(readPrice(coins.includes('.') ? coins : `${coins}.0`)).toBe(wei);
        expect(readCoins(coins)).toBe(wei);
      }),
    );
  });

  it('is coins when it has an exponent', () => {
    expect(readPrice('1.5e-7')).toBe(150_000_000_000n);
    expect(readPrice('15E-1')).toBe(COIN + COIN / 2n);
    expect(readPrice(1.5e-7)).toBe(150_000_000_000n);
  });

  it('of 0 is a price', () => {
    expect(readPrice(0)).toBe(0n);
    expect(readPrice('0')).toBe(0n);
    expect(readPrice('0.0')).toBe(0n);
  });

  it('is rounded when it has fractions of a wei', () => {
    expect(readPrice('0.0000000000000000014')).toBe(1n);
    expect(readPrice('0.0000000000000000015')).toBe(2n);
  });

  it.each([
    ...[
      '',
      ' ',
      '.',
      'e5',
      '-1',
      '-0.5',
      'NaN',
      'Infinity',
      '1,5',
      '1 000',
      '0.5 ETH',
      '1e400',
      '1e99999999',
    ],
    ...[Number.NaN, -1, Infinity, true, null, undefined, [], ['1'], { a: 1 }, (2n ** 256n).toString()],
  ])('is not read from %j', (value) => {
    expect(readPrice(value)).toBeNull();
  });
});
