import { countSales } from '#src/alerts/counted-sales.ts';
import { REPEAT_WINDOW_SECONDS } from '#src/alerts/repeat-rule.ts';
import { type Trade, volumeOf } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import type { StepGenerator } from '#src/chain/steps.ts';
import { barStarts } from '#src/charts/bar-starts.ts';
import type { Chart, ChartPoint, LinePoint } from '#src/charts/chart.ts';
import { fewerDots } from '#src/charts/fewer-dots.ts';
import { fewerPoints } from '#src/charts/fewer-points.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import { type FeedGap, missedBefore } from '#src/store/model/ingest-batch.ts';

/** Possible subjects of a collection's chart. */
export const CHARTED = ['floor', 'sales', 'volume', 'owners'] as const;
export type Charted = (typeof CHARTED)[number];

export const PERIODS = ['24h', '7d', '30d', '90d', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export const LENGTHS: Readonly<Record<Exclude<Period, 'all'>, number>> = {
  '24h': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '30d': 30 * DAY_SECONDS,
  '90d': 90 * DAY_SECONDS,
};
/** Minimum length of a chart, however little is known. */
const MIN_SECONDS = 600;
/** How long sales are stored. */
const SALES_KEPT_SECONDS = LENGTHS['90d'];
/** Sales processed in one step. */
const SALES_A_STEP = 50;
/** More points are indistinguishable in a picture. */
const MAX_POINTS = 600;
/** More dots would cover each other. */
const MAX_DOTS = 1_500;

/** Data of a chart, and of the text beside it. */
export interface CollectionChart {
  readonly chart: Chart;
  /** Sales that count, in the period. */
  readonly sales: number;
  readonly volume: bigint;
  /** Repeat trades, which do not count. */
  readonly repeated: number;
  /**
   * Start of the known data, epoch seconds, if that is later than the start of the period; `null` if the data covers
   * the whole period.
   */
  readonly since: number | null;
  /** Sales before this are missing, because the marketplace no longer showed them, epoch seconds; `null` for none. */
  readonly missedBefore: number | null;
}

/** The known sales of a collection. */
interface SalesData {
  /** Trades of the period and of a day before and after it, oldest first. */
  readonly trades: readonly Trade[];
  /** Start of complete sales data, epoch seconds; `null` if no sales were read yet. */
  readonly readSince: number | null;
  /** Gaps in the feed. */
  readonly gaps: readonly FeedGap[];
}

interface MarketData extends SalesData {
  readonly points: readonly MarketPoint[];
}

/** Reads the sales of a period, epoch seconds, with those before and after it that make one a repeat trade. */
export async function readSales(
  collection: Address,
  { from, to }: { readonly from: number; readonly to: number },
  { store }: Pick<CommandServices, 'store'>,
): Promise<SalesData> {
  const [trades, readSince, gaps] = await Promise.all([
    store.salesBetween({
      collections: [collection],
      from: Math.max(0, from - REPEAT_WINDOW_SECONDS),
      to: to + REPEAT_WINDOW_SECONDS,
    }),
    store.newRecordsAfter(),
    store.feedGaps(from * 1_000),
  ]);
  return { trades, readSince, gaps };
}

/** Reads all known data of the collection, including the earliest time for the period `all`. */
async function readMarket(
  collection: Address,
  period: { readonly from: number; readonly to: number },
  services: Pick<CommandServices, 'store'>,
): Promise<MarketData> {
  const [points, sales] = await Promise.all([
    services.store.marketPoints(collection, period),
    readSales(collection, period, services),
  ]);
  return { points, ...sales };
}

/**
 * Sums the sales of a period. The bars are hours, days or weeks in the time zone.
 * @param sales oldest first
 */
function* addUp(
  sales: readonly Trade[],
  period: { readonly from: number; readonly to: number },
  timeZone: string,
): StepGenerator<{ readonly volume: bigint; readonly bars: Chart['bars']; readonly dots: Chart['dots'] }> {
  const bars = barStarts(period, timeZone).map((at) => ({ at, value: 0n }));
  const dots: ChartPoint[] = [];
  let volume = 0n;
  let bar = 0;
  for (const [index, sale] of sales.entries()) {
    if (index % SALES_A_STEP === 0) yield;
    const { at, price, quantity } = sale;
    const paid = volumeOf(sale);
    if (paid === null) continue;
    volume += paid;
    while ((bars[bar + 1]?.at ?? Infinity) <= at) bar += 1;
    const ofTime = bars[bar];
    if (ofTime !== undefined) ofTime.value += paid;
    if (price !== null && quantity === 1n) dots.push({ at, value: price });
  }
  return { volume, bars, dots };
}

function lineOf(points: readonly MarketPoint[], what: Charted, from: number): readonly LinePoint[] {
  if (what === 'volume') return [];
  const line = points.map(({ at, floor, owners }) => ({
    at,
    value: what === 'owners' ? (owners === null ? null : BigInt(owners)) : floor,
  }));
  return fewerPoints(line, MAX_POINTS, from);
}

/** Returns the start of the known data for a chart, epoch seconds; `now` if there is none. */
function knownSince(
  { points, readSince }: Pick<MarketData, 'points' | 'readSince'>,
  what: Charted,
  now: number,
): number {
  if (what === 'floor' || what === 'owners') return points[0]?.at ?? now;
  return readSince === null ? now : Math.max(readSince, now - SALES_KEPT_SECONDS);
}

/** Returns the shortest period that contains all known data of the collection, at most a week. */
export async function fittingPeriod(
  collection: Address,
  what: Charted,
  { store, marketNow }: Pick<CommandServices, 'store' | 'marketNow'>,
): Promise<Period> {
  const now = Math.floor(marketNow() / 1_000);
  const points = await store.marketPoints(collection, { from: now - LENGTHS['24h'], to: now });
  const since = knownSince({ points, readSince: await store.newRecordsAfter() }, what, now);
  return now - since > LENGTHS['24h'] ? '7d' : '24h';
}

/**
 * Builds the chart of a collection for a period that ends now and starts with the known data. Prices are those of one
 * unit of a token; prices that are unknown, in another coin, or for several units have no dot.
 * @param options.now epoch seconds
 * @param options.timeZone an IANA name; bars begin at full hours or at midnight in it
 */
export function* collectionChart(
  { points, trades, readSince, gaps }: MarketData,
  {
    what,
    period,
    now,
    timeZone,
  }: {
    readonly what: Charted;
    readonly period: Period;
    readonly now: number;
    readonly timeZone: string;
  },
): StepGenerator<CollectionChart> {
  const known = knownSince({ points, readSince }, what, now);
  const asked = period === 'all' ? Number.NEGATIVE_INFINITY : now - LENGTHS[period];
  const from = Math.min(Math.max(known, asked), now - MIN_SECONDS);
  const { counted, repeated } = yield* countSales(trades, { from, to: now });
  const { volume, bars, dots } = yield* addUp(counted, { from, to: now }, timeZone);
  return {
    chart: {
      shows: what,
      from,
      to: now,
      line: lineOf(points, what, from),
      ...(what === 'sales' ? fewerDots(dots, MAX_DOTS) : { dots: [] }),
      bars: what === 'volume' ? bars : [],
      mark: null,
      unit: what === 'owners' ? 'count' : 'amount',
      size: 'normal',
    },
    sales: counted.length,
    volume,
    repeated: repeated.length,
    since: known > asked ? known : null,
    missedBefore: what === 'sales' || what === 'volume' ? missedBefore(gaps, { from, to: now }) : null,
  };
}

/** Reads the data of a collection and builds its chart. */
export async function loadCollectionChart(
  collection: Address,
  { what, period }: { readonly what: Charted; readonly period: Period },
  services: Pick<CommandServices, 'store' | 'marketNow' | 'view'>,
): Promise<CollectionChart> {
  const now = Math.floor(services.marketNow() / 1_000);
  const from = period === 'all' ? 0 : now - LENGTHS[period];
  const { timeZone } = services.view.settings;
  const market = await readMarket(collection, { from, to: now }, services);
  return finishInChunks(collectionChart(market, { what, period, now, timeZone }));
}

/** Returns whether the line has too few points to show a change, as for a collection that became known just now. */
export const isDotOnly = ({ line }: Chart): boolean => line.filter(({ value }) => value !== null).length < 2;
