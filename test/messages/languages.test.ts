import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AmountStyle, formatAmount, formatExact, isShortened } from '#src/chain/wei.ts';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  languageOfTag,
} from '#src/messages/languages.ts';
import { messagesFor } from '#src/messages/messages.ts';

const coin = { symbol: 'S', decimals: 18 };
const ONE = 10n ** 18n;
const LAKH = 10n ** 5n;
const CRORE = 10n ** 7n;

const UNITS: Readonly<Record<string, bigint>> = {
  '': 1n,
  K: 10n ** 3n,
  k: 10n ** 3n,
  M: 10n ** 6n,
  m: 10n ** 6n,
  B: 10n ** 9n,
  bn: 10n ** 9n,
  T: 10n ** 12n,
  tn: 10n ** 12n,
  L: LAKH,
  Cr: CRORE,
  LCr: LAKH * CRORE,
};

/** The wei that a text such as `12,3K S` says, in a language. */
function readAmount(text: string, language: Language): bigint {
  const decimal = new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal');
  const [, digits = '', unit = ''] = /^([\d.,\s]+?)([A-Za-z]*) S$/u.exec(text) ?? [];
  const [whole = '', fraction = ''] = digits.split(decimal?.value ?? '.');
  const times = UNITS[unit];
  if (digits === '' || times === undefined) throw new Error(`This is not an amount: ${text}`);
  return BigInt(whole.replaceAll(/\D/g, '') + fraction.padEnd(18, '0')) * times;
}

const anyLanguage = fc.constantFrom(...LANGUAGES);
const anyStyle: fc.Arbitrary<AmountStyle & { readonly language: Language }> = fc.record({
  language: anyLanguage,
  currencyDisplay: fc.constantFrom('after', 'short'),
});
const anyAmount = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 18n }),
  fc.bigInt({ min: 0n, max: 10n ** 25n }),
  fc.bigInt({ min: 0n, max: 2n ** 120n }),
  fc.bigInt({ min: 0n, max: 10n ** 8n }).map((coins) => coins * ONE),
);

describe('an amount in any language', () => {
  it('reads back as what it is, to three digits', () => {
    fc.assert(
      fc.property(anyAmount, anyStyle, (amount, style) => {
        const read = readAmount(formatAmount(amount, coin, style), style.language);
        const difference = read > amount ? read - amount : amount - read;
        expect(difference * 99n).toBeLessThanOrEqual(amount);
      }),
    );
  });

  it('reads back with every digit where it is exact', () => {
    fc.assert(
      fc.property(anyAmount, anyStyle, (amount, style) => {
        expect(readAmount(formatExact(amount, coin, style), style.language)).toBe(amount);
      }),
    );
  });

  it('is shortened only where that is shorter, and says so', () => {
    fc.assert(
      fc.property(anyAmount, anyLanguage, (amount, language) => {
        const short = formatAmount(amount, coin, { language, currencyDisplay: 'short' });
        const usual = formatAmount(amount, coin, { language, currencyDisplay: 'after' });
        if (short === usual) return;
        expect(short.length).toBeLessThan(usual.length);
        expect(short).toMatch(/\d[A-Za-z]+ S$/);
        expect(isShortened(amount, coin, { language, currencyDisplay: 'short' })).toBe(
          readAmount(short, language) !== amount,
        );
      }),
    );
  });
});

describe('the languages', () => {
  it('are found by their tags, and no other is', () => {
    expect(LANGUAGES.map(languageOfTag)).toEqual(LANGUAGES);
    expect(['en_gb', 'en-ZA-u-nu-arab'].map(languageOfTag)).toEqual(['en-GB', 'en-ZA']);
    expect(['xx-XX', 'en', 'en-SG', 'toString', '', 'no tag'].map(languageOfTag)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
    expect(LANGUAGES[0]).toBe(DEFAULT_LANGUAGE);
  });

  it.each(LANGUAGES)('%s has its own name, numbers and dates', (language) => {
    const { writer } = messagesFor(language);
    const others = LANGUAGES.filter((other) => other !== language).map((other) => LANGUAGE_NAMES[other]);
    expect(others).not.toContain(LANGUAGE_NAMES[language]);
    expect(writer.number(1_234_567.5)).toBe(new Intl.NumberFormat(language).format(1_234_567.5));
    expect(writer.dateTime(0, 'Asia/Tokyo')).toMatch(/1970.* 0?9:00/);
  });
});
