import type { Chart, ChartStyle } from '#src/charts/chart.ts';
import { fewerDots } from '#src/charts/fewer-dots.ts';

/** Sunday, 25 October 2026, 12:00 UTC: clocks in Berlin were set back in the night. */
const EXAMPLE_END = Date.UTC(2026, 9, 25, 12) / 1_000;
export const EXAMPLE_STYLE: ChartStyle = {
  language: 'en-US',
  timeZone: 'Europe/Berlin',
  currency: { symbol: 'ETH', decimals: 18 },
};

const DAY = 86_400;
const FINNEY = 10n ** 15n;
const to = EXAMPLE_END;

/** A floor that goes up and down, in thousandths of a coin. */
const floorAt = (index: number): bigint => BigInt(60_000 + Math.round(4_000 * Math.sin(index / 9))) * FINNEY;

const EMPTY: Chart = {
  shows: 'floor',
  from: to - 7 * DAY,
  to,
  line: [],
  dots: [],
  bars: [],
  mark: null,
  unit: 'amount',
  size: 'normal',
};
const from = EMPTY.from;

const line = Array.from({ length: 60 }, (_, index) => ({ at: from + index * 10_000, value: floorAt(index) }));
const dots = Array.from({ length: 40 }, (_, index) => ({
  at: from + index * 15_000,
  value: floorAt(index) + BigInt((index * 7_919) % 9_000) * FINNEY,
}));
const bids = [1, 2, 3, 5, 8].map((coins, index) => ({
  at: to - 4 * 3_600 + index * 2_500,
  value: BigInt(coins) * 1_000n * FINNEY,
}));

/** One chart of each kind that the bot shows, and the awkward ones. */
export const EXAMPLE_CHARTS: Readonly<Record<string, Chart>> = {
  sales: {
    ...EMPTY,
    shows: 'sales',
    line,
    dots: [...dots, { at: to - 3 * DAY, value: 4_200_000n * FINNEY }],
  },
  'floor-alert': {
    ...EMPTY,
    from: to - DAY,
    line: [
      { at: to - 2 * DAY, value: 52n * FINNEY },
      { at: to - 15 * 3_600, value: null },
      { at: to - 12 * 3_600, value: 50n * FINNEY },
      { at: to - 3_600, value: 44n * FINNEY },
    ],
    mark: 45n * FINNEY,
    size: 'small',
  },
  volume: {
    ...EMPTY,
    shows: 'volume',
    from: to - 30 * DAY,
    bars: Array.from({ length: 30 }, (_, index) => ({
      at: to - (30 - index) * DAY,
      value: BigInt((index * 7_919) % 2_500) * 1_000n * FINNEY,
    })),
  },
  owners: {
    ...EMPTY,
    shows: 'owners',
    unit: 'count',
    from: to - 4 * 365 * DAY,
    line: Array.from({ length: 100 }, (_, index) => ({
      at: to - (100 - index) * 14 * DAY,
      value: BigInt(3_000 + index * 6),
    })),
  },
  recap: {
    ...EMPTY,
    line,
    bars: Array.from({ length: 7 }, (_, index) => ({
      at: from + index * DAY,
      value: BigInt((index * 7_919) % 900) * 1_000n * FINNEY,
    })),
    size: 'small',
  },
  bids: { ...EMPTY, shows: 'bids', from: to - 5 * 3_600, line: bids, dots: bids },
  'one-large-day': {
    ...EMPTY,
    shows: 'volume',
    from: to - 30 * DAY,
    bars: Array.from({ length: 30 }, (_, index) => ({
      at: to - (30 - index) * DAY,
      value: index === 20 ? 90_000_000n * FINNEY : BigInt((index * 7_919) % 2_500) * 1_000n * FINNEY,
    })),
  },
  'one-point': { ...EMPTY, line: [{ at: to - 30, value: 60_000n * FINNEY }], size: 'small' },
  'many-sales': {
    ...EMPTY,
    shows: 'sales',
    ...fewerDots(
      Array.from({ length: 4_200 }, (_, index) => ({
        at: from + index * 144,
        value: floorAt(index / 70) + BigInt((index * 7_919) % 9_000) * FINNEY,
      })),
      1_500,
    ),
  },
  nothing: EMPTY,
  wei: {
    ...EMPTY,
    line: [
      { at: from, value: 1n },
      { at: from + DAY, value: 3n },
    ],
  },
};
