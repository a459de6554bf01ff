import { countedSales, volumeOf } from '../../src/alerts/counted-sales.ts';
import { REPEAT_WINDOW_SECONDS } from '../../src/alerts/repeat-rule.ts';
import type { Trade } from '../../src/alerts/trade.ts';
import type { Address } from '../../src/chain/address.ts';
import { DAY_SECONDS } from '../../src/chain/durations.ts';
import { barStarts } from '../../src/charts/bar-starts.ts';
import type { Chart, LinePoint } from '../../src/charts/chart.ts';
import { fewerPoints } from '../../src/charts/fewer-points.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import type { MarketPoint } from '../../src/marketplace/model/market-point.ts';

/** What a chart of a collection shows. */
export const CHARTED = ['floor', 'sales', 'volume', 'owners'] as const;
export type Charted = (typeof CHARTED)[number];

export const PERIODS = ['24h', '7d', '30d', '90d', 'all'] as const;
export type Period = (typeof PERIODS)[number];

const LENGTHS: Readonly<Record<Exclude<Period, 'all'>, number>> = {
  '24h': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '30d': 30 * DAY_SECONDS,
  '90d': 90 * DAY_SECONDS,
};
/** All time is at least this long. */
const MIN_SECONDS = 600;
/** More than a picture can tell apart. */
const MAX_POINTS = 600;

/** What a chart is drawn from, and what is said beside it. */
export interface CollectionChart {
  readonly chart: Chart;
  /** Sales that count, in the period. */
  readonly sales: number;
  readonly volume: bigint;
  /** Repeat trades, which do not count. */
  readonly repeated: number;
}

interface MarketData {
  readonly points: readonly MarketPoint[];
  /** Of the period and a day before and after it. */
  readonly trades: readonly Trade[];
}

/** All that is known of the collection, with a beginning for `all`. */
async function readMarket(
  collection: Address,
  { from, to }: { readonly from: number; readonly to: number },
  { store }: Pick<CommandServices, 'store'>,
): Promise<MarketData> {
  const [points, trades] = await Promise.all([
    store.marketPoints(collection, { from, to }),
    store.salesBetween({
      collections: [collection],
      from: Math.max(0, from - REPEAT_WINDOW_SECONDS),
      to: to + REPEAT_WINDOW_SECONDS,
    }),
  ]);
  return { points, trades };
}

/** Volume by hours, days or weeks of the time zone. */
function barsOf(
  sales: readonly Trade[],
  period: { readonly from: number; readonly to: number },
  timeZone: string,
): Chart['bars'] {
  const starts = barStarts(period, timeZone);
  const byBar = Map.groupBy(sales, ({ at }) => starts.findLastIndex((start) => start <= at));
  return starts.map((at, index) => ({ at, value: volumeOf(byBar.get(index) ?? []) }));
}

function lineOf(points: readonly MarketPoint[], what: Charted, from: number): readonly LinePoint[] {
  if (what === 'volume') return [];
  const line = points.map(({ at, floor, owners }) => ({
    at,
    value: what === 'owners' ? (owners === null ? null : BigInt(owners)) : floor,
  }));
  return fewerPoints(line, MAX_POINTS, from);
}

/**
 * The chart of a collection over a period that ends now. Prices are those of a unit of a token; one that is unknown, in another coin,
 * or for several units is no dot.
 * @param options.now epoch seconds
 * @param options.timeZone an IANA name, in which bars begin at full hours or at midnight
 */
export function collectionChart(
  { points, trades }: MarketData,
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
): CollectionChart {
  const begun = Math.min(points[0]?.at ?? now, trades[0]?.at ?? now);
  const from = period === 'all' ? Math.min(begun, now - MIN_SECONDS) : now - LENGTHS[period];
  const { counted, repeated } = countedSales(trades, { from, to: now });
  const dots = counted.flatMap(({ at, price, quantity }) =>
    price === null || quantity !== 1n ? [] : [{ at, value: price }],
  );
  return {
    chart: {
      shows: what,
      from,
      to: now,
      line: lineOf(points, what, from),
      dots: what === 'sales' ? fewerPoints(dots, MAX_POINTS, from) : [],
      bars: what === 'volume' ? barsOf(counted, { from, to: now }, timeZone) : [],
      mark: null,
      unit: what === 'owners' ? 'count' : 'amount',
      size: 'normal',
    },
    sales: counted.length,
    volume: volumeOf(counted),
    repeated: repeated.length,
  };
}

/** Reads and makes the chart of a collection. */
export async function loadCollectionChart(
  collection: Address,
  { what, period }: { readonly what: Charted; readonly period: Period },
  services: Pick<CommandServices, 'store' | 'marketNow' | 'view'>,
): Promise<CollectionChart> {
  const now = Math.floor(services.marketNow() / 1_000);
  const from = period === 'all' ? 0 : now - LENGTHS[period];
  const { timeZone } = services.view.settings;
  const market = await readMarket(collection, { from, to: now }, services);
  return collectionChart(market, { what, period, now, timeZone });
}

/** Whether its line has too few points to show how anything changed, as that of a collection that became known just now. */
export const isDotOnly = ({ line }: Chart): boolean => line.filter(({ value }) => value !== null).length < 2;

/** Whether there is anything to draw. */
export const isEmptyChart = ({ line, dots, bars }: Chart): boolean =>
  line.every(({ value }) => value === null) && dots.length === 0 && bars.every(({ value }) => value === 0n);
