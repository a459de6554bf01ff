import { describe, expect, it } from 'vitest';
import type { Rule } from '#src/alerts/subscription.ts';
import { readFloorChart, withFloorChart } from '#src/ingest/floors/read-floor-chart.ts';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import { floorAlert } from '../../support/build-alert.ts';

const HOUR = 3_600;
const alert = floorAlert();
const { occurredAt } = alert;

/** A store of one floor that has not changed for a month. */
function storeOf(floor: bigint | null) {
  const asked: { from: number; to: number }[] = [];
  return {
    asked,
    async marketPoints(_: string, span: { readonly from: number; readonly to: number }) {
      asked.push(span);
      if (floor === null) return [];
      const point: MarketPoint = {
        at: occurredAt - 720 * HOUR,
        floor,
        listed: null,
        owners: null,
        volume: null,
      };
      return [point];
    },
  };
}

const moving = (hours: number): Pick<Rule, 'filter'> => ({ filter: { floor_moves: { percent: 10, hours } } });

describe('the chart of a floor', () => {
  it.each([
    ['a day, where the rule is about a price', { ...moving(48), threshold: alert.threshold }, 24],
    ['a day, where the rule is about a shorter time', { ...moving(6), threshold: null }, 24],
    ['the time of the rule, where that is longer', { ...moving(48), threshold: null }, 48],
  ])('shows %s', async (_, { filter, threshold }, hours) => {
    const store = storeOf(90n);
    const chart = await readFloorChart({ ...alert, threshold }, { filter }, store);
    expect(store.asked).toEqual([{ from: occurredAt - hours * HOUR, to: occurredAt + 1 }]);
    expect(chart).toMatchObject({ to: occurredAt, mark: threshold });
  });

  it('belongs to an example whose floor is known, and to no other', async () => {
    const rule = { filter: { floor_above: 100n } };
    expect(await withFloorChart(alert, rule, storeOf(90n))).toMatchObject({ chart: { shows: 'floor' } });
    expect(await withFloorChart(alert, rule, storeOf(null))).toEqual(alert);
  });
});
