import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AmountStyle, formatAmount, formatExact, isShortened } from '#src/chain/wei.ts';

const coin = { symbol: 'S', decimals: 18 };
const one = 10n ** 18n;
const ENGLISH: AmountStyle = { language: 'en-US', currencyDisplay: 'after' };
const LARGEST = 2n ** 256n - 1n;

describe('a formatted amount', () => {
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
    expect(formatAmount(wei, coin, ENGLISH)).toBe(text);
  });

  it('never reads as zero unless it is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (wei) =>
        /[1-9]/.test(formatAmount(wei, coin, ENGLISH)),
      ),
    );
  });

  it('differs from the amount by less than half of its last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), (wei) => {
        const [whole = '', fraction = ''] = formatAmount(wei, coin, ENGLISH)
          .replace(' S', '')
          .replaceAll(',', '')
          .split('.');
        const read = BigInt(whole) * one + BigInt(fraction.padEnd(18, '0'));
        const difference = read > wei ? read - wei : wei - read;
        return difference * 1_000n <= (wei > one ? wei : one);
      }),
    );
  });

  it('supports currencies with other decimals', () => {
    expect(formatAmount(1_234_567n, { symbol: 'USDC', decimals: 6 }, ENGLISH)).toBe('1.235 USDC');
    expect(formatAmount(12n, { symbol: 'P', decimals: 0 }, ENGLISH)).toBe('12 P');
  });
});

describe('an amount in full', () => {
  it('keeps every digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
        fc.integer({ min: 0, max: 36 }),
        (wei, decimals) => {
          const text = formatExact(wei, { symbol: 'X', decimals }, ENGLISH).replace(' X', '');
          const [whole = '', fraction = ''] = text.replace('-', '').split('.');
          const read = BigInt(whole + fraction.padEnd(decimals, '0'));
          return (text.startsWith('-') ? -read : read) === wei;
        },
      ),
    );
  });
});

describe('an amount in the style of a server', () => {
  const shorter: AmountStyle = { ...ENGLISH, currencyDisplay: 'short' };

  it.each([
    ['en-GB', '1,212,500 S', '12.5 S'],
    ['en-IN', '12,12,500 S', '12.5 S'],
    ['en-ZA', '1\u00a0212\u00a0500 S', '12,5 S'],
  ])('is written as people of %s write numbers', (language, many, few) => {
    const style = { ...ENGLISH, language };
    expect(formatAmount(1_212_500n * one, coin, style)).toBe(many);
    expect(formatAmount((125n * one) / 10n, coin, style)).toBe(few);
    expect(formatExact((125n * one) / 10n, coin, style)).toBe(few);
  });

  it('has its symbol in front, with a blank after a word and none after a sign', () => {
    const before: AmountStyle = { ...ENGLISH, currencyDisplay: 'before' };
    expect(formatAmount(one, coin, before)).toBe('S 1');
    expect(formatAmount(one, { symbol: 'Ξ', decimals: 18 }, before)).toBe('Ξ1');
    expect(formatAmount(one, { symbol: '$', decimals: 18 }, before)).toBe('$1');
  });

  it.each([
    [9_999n * one, '9,999 S'],
    [12_345n * one, '12.3K S'],
    [98_765n * one, '98.8K S'],
    [1_250_000n * one, '1.25M S'],
    [37n * 10n ** 15n, '0.037 S'],
    [1n, '0.000000000000000001 S'],
  ])('of %d wei is shortened to %s where the server wants that', (wei, text) => {
    expect(formatAmount(wei, coin, shorter)).toBe(text);
  });

  it('is not converted to a float: the largest amount keeps all its digits', () => {
    expect(formatExact(LARGEST, coin, ENGLISH)).toBe(
      '115792089237316195423570985008687907853269984665640564039457.584007913129639935 S',
    );
  });

  it('never reads as zero, in no display', () => {
    const amounts = fc.oneof(fc.bigInt({ min: 1n, max: LARGEST }), fc.bigInt({ min: 1n, max: 10n ** 20n }));
    const displays = fc.constantFrom<AmountStyle['currencyDisplay']>('after', 'before', 'short');
    fc.assert(
      fc.property(amounts, displays, (wei, currencyDisplay) => {
        const style = { ...ENGLISH, currencyDisplay };
        expect(formatAmount(wei, coin, style)).toMatch(/[1-9]/);
      }),
    );
  });

  it.each([
    [10n ** 24n, 'after', false],
    [10n ** 24n + 1n, 'after', true],
    [1_234_500_000_000_000_000n, 'after', true],
    [1n, 'after', false],
    [12_300n * one, 'short', false],
    [12_345n * one, 'short', true],
    [12_345n * one, 'after', false],
  ] as const)(
    'of %d wei, written with its symbol “%s”, leaves digits out: %s',
    (wei, currencyDisplay, cut) => {
      expect(isShortened(wei, coin, { ...ENGLISH, currencyDisplay })).toBe(cut);
    },
  );

  it('is shortened only if the shown amount differs', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (wei) => {
        const same = formatAmount(wei, coin, ENGLISH).replaceAll(',', '') === formatExact(wei, coin, ENGLISH);
        return same !== isShortened(wei, coin, ENGLISH);
      }),
    );
  });
});
