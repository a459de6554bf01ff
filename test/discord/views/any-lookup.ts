import fc from 'fast-check';
import { anyText, TRICK_TEXTS } from '../nasty-text.ts';

const LARGEST = 2n ** 256n - 1n;

/** What a lookup's answer can hold, in the worst condition that it can be in. */
export const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });
export const nasty = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TRICK_TEXTS) }, anyText);
export const anyWei = fc.constantFrom(0n, 1n, 10n ** 18n, 10n ** 24n, LARGEST);
export const anyTokenId = fc.constantFrom('0', '7', '9'.repeat(77), LARGEST.toString());
export const anyMoment = fc.constantFrom(0, 1_767_225_600, 253_402_300_800, 1e15, -1, Number.NaN);
export const anyCount = fc.constantFrom(0, 1, 10_000, Number.MAX_SAFE_INTEGER);
export const anyPicture = fc.constantFrom(
  'https://example.com/1.png',
  'https://example.com/1.svg',
  'ipfs://QmX/1 2.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  `https://example.com/${'p'.repeat(3_000)}`,
);
const attribute = fc.record({
  type: nasty,
  value: fc.oneof(nasty, fc.constantFrom('1767225600', '1e99', '-1', '10')),
  rarity: sometimes(fc.constantFrom(0, 0.01, 4.5, 99.99, 100, 1_000, -1, Number.NaN)),
  displayType: sometimes(fc.constantFrom('number', 'date', 'boost_percentage', '**')),
});
export const anyAttributes = fc.oneof(
  fc.array(attribute, { maxLength: 8 }),
  attribute.map((one) => Array.from({ length: 300 }, () => one)),
);
export const anyRarity = fc.record({
  rank: fc.constantFrom(1, 12, 7_832, Number.MAX_SAFE_INTEGER),
  total: sometimes(fc.constantFrom(0, 1, 1_000, 10_000, Number.MAX_SAFE_INTEGER)),
  percentile: sometimes(fc.constantFrom(0, 93.82, 100, 1_000, -1, Number.NaN)),
  score: sometimes(fc.constantFrom(0, 421.33278948760915, 1e300)),
});
