import type { MarketAlert } from '#src/alerts/alert.ts';
import { floorChart } from '#src/alerts/floors/floor-chart.ts';
import { onRealFloor } from '#src/alerts/floors/floor-example.ts';
import { floorConditions } from '#src/alerts/kinds/floor/options.ts';
import { type FloorAlert, isFloorAlert } from '#src/alerts/kinds/floor/schema.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#src/chain/durations.ts';
import type { Chart } from '#src/charts/chart.ts';
import type { MarketHistoryStore } from '#src/store/market-history.ts';

type ChartedFloor = Pick<FloorAlert, 'collection' | 'occurredAt' | 'floor' | 'since' | 'threshold'>;
type PointStore = Pick<MarketHistoryStore, 'marketPoints'>;

/** Time range of the chart of a threshold alert; the minimum for that of a change. */
const CHART_HOURS = 24;
/** How far back an example searches for a floor on the other side of its threshold. */
const KNOWN_SECONDS = 30 * DAY_SECONDS;

/** Builds the chart of a floor alert: the time in which the floor reached the rule's condition. */
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

/**
 * Builds an example with the collection's current floor and the chart that the alert would have. If the floor is
 * unknown, or was beyond the threshold throughout its history, the example is invented and has no chart.
 */
export async function withFloorChart(
  alert: MarketAlert,
  rule: Pick<Rule, 'filter'>,
  store: PointStore,
): Promise<MarketAlert> {
  if (!isFloorAlert(alert)) return alert;
  const { collection, occurredAt } = alert;
  const points = await store.marketPoints(collection, {
    from: occurredAt - KNOWN_SECONDS,
    to: occurredAt + 1,
  });
  const example = onRealFloor(alert, rule, points);
  return example === null ? alert : { ...example, chart: await readFloorChart(example, rule, store) };
}
