import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPrice } from '#commands/alerts/read-option.ts';
import { UserError } from '#src/discord/user-error.ts';
import { endOf } from './rule-input/end-of.ts';

const COIN = 10n ** 18n;
const S = { symbol: 'S', decimals: 18 };
const read = (text: string, currency = S) => readPrice({ option: 'price_from', text }, currency);

describe('a typed price', () => {
  it.each([
    ['100', 100n * COIN],
    ['0.5 S', COIN / 2n],
    ['.5', COIN / 2n],
    ['1.5k', 1_500n * COIN],
    ['2M', 2_000_000n * COIN],
    ['S 3', 3n * COIN],
    ['3s', 3n * COIN],
    ['1,000', 1_000n * COIN],
    ['1 000 000', 1_000_000n * COIN],
    ['1,250.75', 125_075n * 10n ** 16n],
    ['1,250', 1_250n * COIN],
    ['1,5', 15n * 10n ** 17n],
    ['1,00', COIN],
    ['0,125', COIN / 8n],
    ['1.250,75', 125_075n * 10n ** 16n],
    ['1 250,75', 125_075n * 10n ** 16n],
    ['1.250.000', 1_250_000n * COIN],
    ['1,5k', 1_500n * COIN],
    ['0', 0n],
    ['0.000000000000000001', 1n],
    ['0.000000000000000001000', 1n],
    ['0.000000000000000000001k', 1n],
  ])('%s is exact to the wei', (text, amount) => {
    expect(read(text)).toBe(amount);
  });

  it.each([
    '',
    'much',
    '-1',
    '1,2,3',
    '1e3',
    '1.2.3',
    '1,250,75',
    '1.250,000.5',
    '0x10',
    '.',
    'k',
    '1 ETH',
    'NaN',
    '١٠',
  ])('“%s” is refused with an example, under the option’s name', (text) => {
    expect(() => read(text)).toThrow(UserError);
    expect(() => read(text)).toThrow(/\*\*price_from\*\*\. Enter a price like 100, 0\.5 or 1\.5k, in S\./);
  });

  it('is refused where it has more decimal places than the currency', () => {
    expect(() => read('0.0000000000000000001')).toThrow('at most 18 decimal places');
    expect(() => read('0.5', { symbol: 'P', decimals: 0 })).toThrow('Use no decimal places');
    expect(read('0.5k', { symbol: 'P', decimals: 0 })).toBe(500n);
  });

  it('is refused where there can be no such amount', () => {
    expect(() => read('9'.repeat(90))).toThrow('The price is too high');
  });

  it('takes any symbol', () => {
    for (const symbol of ['ETH', '$', 'k', 'x.*(', '₿']) {
      expect(read(`5 ${symbol}`, { symbol, decimals: 2 })).toBe(500n);
      expect(read('5', { symbol, decimals: 2 })).toBe(500n);
    }
  });

  it('reads every amount back that is written out in full', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 30 }),
        (amount, decimals) => {
          const digits = amount.toString().padStart(decimals + 1, '0');
          const at = digits.length - decimals;
          const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
          expect(read(text, { symbol: 'S', decimals })).toBe(amount);
        },
      ),
    );
  });

  it('is an amount or a friendly refusal, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(['bigint', 'UserError']).toContain(endOf(() => read(text)));
      }),
    );
  });
});
