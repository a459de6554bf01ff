import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatExact } from '../../src/domain/wei.ts';

const coin = { symbol: 'S', decimals: 18 };
const one = 10n ** 18n;

describe('an amount for reading', () => {
  it.each([
    [0n, '0 S'],
    [1n, '0.000000000000000001 S'],
    [37_000_000_000_000_000n, '0.037 S'],
    [one, '1 S'],
    [82_500_000_000_000_000_000n, '82.5 S'],
    [1_250n * one, '1,250 S'],
    [999_999_600_000_000_000_000n, '1,000 S'],
    [10n ** 24n, '1,000,000 S'],
  ])('writes %s wei as %s', (wei, text) => {
    expect(formatAmount(wei, coin)).toBe(text);
  });

  it('never reads as zero unless it is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (wei) => /[1-9]/.test(formatAmount(wei, coin))),
    );
  });

  it('differs from the amount by less than half of its last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), (wei) => {
        const [whole = '', fraction = ''] = formatAmount(wei, coin)
          .replace(' S', '')
          .replaceAll(',', '')
          .split('.');
        const read = BigInt(whole) * one + BigInt(fraction.padEnd(18, '0'));
        const difference = read > wei ? read - wei : wei - read;
        return difference * 1_000n <= (wei > one ? wei : one);
      }),
    );
  });

  it('knows currencies with other decimals', () => {
    expect(formatAmount(1_234_567n, { symbol: 'USDC', decimals: 6 })).toBe('1.235 USDC');
    expect(formatAmount(12n, { symbol: 'P', decimals: 0 })).toBe('12 P');
  });
});

describe('an amount in full', () => {
  it('keeps every digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
        fc.integer({ min: 0, max: 36 }),
        (wei, decimals) => {
          const text = formatExact(wei, { symbol: 'X', decimals }).replace(' X', '');
          const [whole = '', fraction = ''] = text.replace('-', '').split('.');
          const read = BigInt(whole + fraction.padEnd(decimals, '0'));
          return (text.startsWith('-') ? -read : read) === wei;
        },
      ),
    );
  });
});
