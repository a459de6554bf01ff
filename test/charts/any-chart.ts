import fc from 'fast-check';
import type { Chart, ChartStyle } from '#src/charts/chart.ts';
import { LANGUAGES } from '#src/messages/languages.ts';

const DAY = 86_400;

/** Moments within what dates can say, and far beyond; epoch seconds. */
const anyMoment = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1_500_000_000, max: 1_900_000_000 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
);

const anyValue = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 21n }),
  fc.bigInt({ min: -(10n ** 3n), max: 10n ** 3n }),
  fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
  fc.constant(0n),
);

/** Any data at all, in order of time where that is asked for. */
export const anyChart: fc.Arbitrary<Chart> = fc
  .record({
    shows: fc.constantFrom('floor', 'sales', 'volume', 'owners', 'prices', 'bids'),
    from: anyMoment,
    length: fc.oneof(fc.integer({ min: 1, max: 400 * DAY }), fc.nat()),
    line: fc.array(fc.record({ at: anyMoment, value: fc.option(anyValue) }), { maxLength: 40 }),
    dots: fc.array(fc.record({ at: anyMoment, value: anyValue }), { maxLength: 40 }),
    bars: fc.array(fc.record({ at: anyMoment, value: anyValue }), { maxLength: 40 }),
    mark: fc.option(anyValue),
    unit: fc.constantFrom('amount', 'count'),
    size: fc.constantFrom('normal', 'small'),
    /** Whether the points lie in the period. */
    isInside: fc.boolean(),
  })
  .map(({ length, isInside, from, ...chart }) => {
    const to = from + length;
    const placed = <T extends { readonly at: number }>(points: readonly T[]): readonly T[] =>
      points
        .map((point) => (isInside ? { ...point, at: from + (Math.abs(point.at) % (length + 1)) } : point))
        .toSorted((one, other) => one.at - other.at);
    return {
      ...chart,
      from,
      to,
      line: placed(chart.line),
      dots: placed(chart.dots),
      bars: placed(chart.bars),
    };
  });

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];

export const anyStyle: fc.Arbitrary<ChartStyle> = fc.record({
  language: fc.constantFrom(...LANGUAGES),
  timeZone: fc.constantFrom(...ZONES),
  currency: fc.record({
    symbol: fc.oneof(fc.constantFrom('ETH', 'S', 'Ξ', '$'), fc.string({ unit: 'binary', maxLength: 20 })),
    decimals: fc.integer({ min: 0, max: 30 }),
  }),
});
