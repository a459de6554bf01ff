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
    [12_345n * one, '12,345 S'],
    [480_375_000_000_000_000n, '0.4804 S'],
    [127_825_000_000_000_000_000n, '127.8 S'],
    [12_345_600_000_000_000_000_000n, '12,345 S'],
    [123_456n, '0.0000000000001235 S'],
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

  it.each([
    [1_999_900_000_000_000_000n, '1.9999 S'],
    [1_999_960_000_000_000_000n, '1.99996 S'],
    [2n * one - 1n, '1.99999 S'],
    [2n * one + 1n, '2 S'],
    [2n * one + 30_000_000_000_000n, '2.00003 S'],
    [999_999_600_000_000_000_000n, '999.999 S'],
    [1_999_900_000_000_000_000_000n, '1,999 S'],
    [one - 1n, '0.999999 S'],
    [-(2n * one) + 1n, '-1.99999 S'],
  ])('shows %s wei as %s, not as the rounder number beside it', (wei, text) => {
    expect(formatAmount(wei, coin, ENGLISH)).toBe(text);
  });

  describe('compared with others', () => {
    /** The amount that a text shows, in wei. */
    const read = (wei: bigint): bigint => {
      const [whole = '', fraction = ''] = formatAmount(wei, coin, ENGLISH)
        .replace(' S', '')
        .replaceAll(',', '')
        .split('.');
      return BigInt(whole) * one + BigInt(fraction.padEnd(18, '0'));
    };
    /** Of every size, often close to a round number. */
    const amount = fc
      .tuple(
        fc.bigInt({ min: 0n, max: 9_999n }),
        fc.integer({ min: 0, max: 22 }),
        fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
        fc.integer({ min: 0, max: 12 }),
      )
      .map(([digits, zeros, distance, scale]) => {
        const wei = digits * 10n ** BigInt(zeros) + distance * 10n ** BigInt(scale);
        return wei < 0n ? -wei : wei;
      });

    it('never inverts the order of two amounts', () => {
      fc.assert(
        fc.property(amount, amount, (wei, other) => {
          const [less, more] = wei < other ? [wei, other] : [other, wei];
          expect(read(less)).toBeLessThanOrEqual(read(more));
        }),
        { numRuns: 2_000 },
      );
    });

    it('never reaches a whole number, or one of three digits, that the amount does not reach', () => {
      const limit = fc.oneof(
        fc.bigInt({ min: 1n, max: 10n ** 6n }).map((whole) => whole * one),
        fc
          .tuple(fc.bigInt({ min: 1n, max: 999n }), fc.integer({ min: 6, max: 22 }))
          .map(([digits, zeros]) => digits * 10n ** BigInt(zeros)),
      );
      const near = fc.tuple(limit, fc.bigInt({ min: 1n, max: 10n ** 18n })).map(([wei, distance]) => ({
        limit: wei,
        below: wei - (distance % wei) - 1n < 0n ? 0n : wei - (distance % wei) - 1n,
        above: wei + distance,
      }));
      fc.assert(
        fc.property(near, ({ limit: wei, below, above }) => {
          expect(read(below)).toBeLessThan(wei);
          expect(read(above)).toBeGreaterThanOrEqual(wei);
        }),
        { numRuns: 2_000 },
      );
    });

    it('reads the same only for amounts that differ by less than the last digit', () => {
      fc.assert(
        fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 19n }), (wei, distance) => {
          const other = wei + distance;
          if (read(wei) !== read(other)) return;
          const fourth = 10n ** BigInt(Math.max(0, wei.toString().length - 4));
          expect(distance).toBeLessThanOrEqual(wei >= 1_000n * one ? one : fourth);
        }),
        { numRuns: 2_000 },
      );
    });

    it('differs from the amount by less than a thousandth', () => {
      fc.assert(
        fc.property(amount, (wei) => {
          const difference = read(wei) > wei ? read(wei) - wei : wei - read(wei);
          expect(difference * 1_000n).toBeLessThanOrEqual(wei);
        }),
      );
    });
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
    [98_765n * one, '98.7K S'],
    [19_999n * one, '19.9K S'],
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
    [1_234_000_000_000_000_000n, 'after', false],
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
