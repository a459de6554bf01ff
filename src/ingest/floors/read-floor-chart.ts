import type { MarketAlert } from '../../alerts/alert.ts';
import { floorChart } from '../../alerts/floors/floor-chart.ts';
import { floorConditions } from '../../alerts/kinds/floor/options.ts';
import { type FloorAlert, isFloorAlert } from '../../alerts/kinds/floor/schema.ts';
import type { Rule } from '../../alerts/subscription.ts';
import { HOUR_SECONDS } from '../../chain/durations.ts';
import type { Chart } from '../../charts/chart.ts';
import type { MarketHistoryStore } from '../../store/market-history.ts';

type ChartedFloor = Pick<FloorAlert, 'collection' | 'occurredAt' | 'floor' | 'since' | 'threshold'>;
type PointStore = Pick<MarketHistoryStore, 'marketPoints'>;

/** What the chart of a threshold shows, and that of a move at least. */
const CHART_HOURS = 24;

/** The chart of a floor alert: the time in which the floor came to what the rule asks for. */
export async function readFloorChart(
  { collection, occurredAt, floor, since, threshold }: ChartedFloor,
  { filter }: Pick<Rule, 'filter'>,
  store: PointStore,
): Promise<Chart | null> {
  const { moves } = floorConditions(filter);
  const hours = threshold === null ? Math.max(CHART_HOURS, moves?.hours ?? 0) : CHART_HOURS;
  const from = occurredAt - hours * HOUR_SECONDS;
  const points = await store.marketPoints(collection, { from, to: occurredAt + 1 });
  return floorChart(points, { from, to: occurredAt }, { at: since, floor }, threshold);
}

/** An example with the chart that the alert would have: the floors are those of its collection until its own, which may be made up. */
export async function withFloorChart(
  alert: MarketAlert,
  rule: Pick<Rule, 'filter'>,
  store: PointStore,
): Promise<MarketAlert> {
  return isFloorAlert(alert) ? { ...alert, chart: await readFloorChart(alert, rule, store) } : alert;
}
