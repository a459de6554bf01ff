import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFiat, readDecimal } from '#src/chain/fiat.ts';

const COIN = 10n ** 18n;
const inDollars = (amount: bigint, rate: string, language = 'en-US') =>
  formatFiat(amount, 18, { currency: 'USD', rate }, language);

describe('a decimal number', () => {
  it.each([
    ['0.4123', 4_123n, -4],
    ['2500', 2_500n, 0],
    ['1.2e-7', 12n, -8],
    ['3E+2', 3n, 2],
    ['0.50', 50n, -2],
  ])('is read from %s with every digit', (text, digits, exponent) => {
    expect(readDecimal(text)).toEqual({ digits, exponent });
  });

  it.each(['', '0', '0.000', '-1', '1,5', 'NaN', 'Infinity', '1e999', ' 1', '0x10', '1.', '9'.repeat(60)])(
    'is not read from “%s”',
    (text) => expect(readDecimal(text)).toBeNull(),
  );
});

describe('a fiat value', () => {
  it.each([
    [COIN, '412.4', '$412'],
    [COIN, '100', '$100'],
    [COIN, '99.994', '$99.99'],
    [COIN, '4.1234', '$4.12'],
    [COIN, '1', '$1.00'],
    [COIN, '0.4123', '$0.41'],
    [COIN / 1_000n, '0.4123', '$0.00041'],
    [1_234n * COIN, '1', '$1,234'],
  ])('of %s wei at %s is %s', (amount, rate, shown) => expect(inDollars(amount, rate)).toBe(shown));

  it('is written as the server’s language does', () => {
    expect(formatFiat(COIN, 18, { currency: 'EUR', rate: '1234.5' }, 'en-IE')).toBe('€1,235');
  });

  it('is exact where a float is not', () => {
    expect(inDollars(10n ** 34n + 10n ** 18n, '1')).toBe('$10,000,000,000,000,001');
  });

  it('is none without an amount, or without a rate that is a number', () => {
    expect([inDollars(0n, '1'), inDollars(-COIN, '1'), inDollars(COIN, 'one')]).toEqual([null, null, null]);
  });

  it('is short for any amount and rate', () => {
    const rate = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -99, max: 99 }));
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), rate, (amount, [whole, part, exponent]) => {
        const shown = inDollars(amount, `${whole}.${part}e${exponent}`);
        expect(shown === null || /^\$[\d,.]{1,31}$/.test(shown)).toBe(true);
      }),
    );
  });
});
