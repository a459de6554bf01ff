import { tradesIn } from '../activity-trade.ts';
import { newSaleAlert, type SaleAlert } from '../kinds/sale.ts';
import { newSweepAlert, type SweepAlert } from '../kinds/sweep.ts';
import type { Trade } from '../trade.ts';
import { tokenDetector } from './detector.ts';
import { type DetectedAlert, groupKey, pricedItem, pricedTotal, type TokenEvent } from './feed-event.ts';

/** Sales in one transaction by one buyer that make a sweep. */
const SWEEP_MINIMUM = 3;

function sweepGroup({ activity: { txHash, to }, bundle, key }: TokenEvent): string | null {
  // A record of several tokens is a sweep of its own: only their total is known.
  if (bundle !== undefined) return `bundle:${key}`;
  return txHash === null || to === null ? null : `${txHash}:${to}`;
}

function tradesOf(sales: readonly TokenEvent[]): readonly Trade[] {
  return sales.flatMap(({ activity, occurredAt }) => tradesIn(activity, occurredAt));
}

/** A sale as an alert. */
function saleAlert(sale: TokenEvent): SaleAlert {
  return newSaleAlert({
    key: `sale:${sale.key}`,
    liveKey: null,
    item: pricedItem(sale),
    buyer: sale.activity.to,
    txHash: sale.activity.txHash,
    occurredAt: sale.occurredAt,
  });
}

/** Sales of one transaction, or of one record, as one alert. */
function sweepAlert(sales: readonly TokenEvent[], first: TokenEvent): SweepAlert {
  const { bundle } = first;
  return newSweepAlert({
    key: `sweep:${groupKey(sales)}`,
    liveKey: null,
    items: sales.map(pricedItem),
    ...(bundle === undefined ? {} : { total: pricedTotal(bundle) }),
    buyer: first.activity.to,
    txHash: first.activity.txHash,
    occurredAt: first.occurredAt,
  });
}

function findSales(sales: readonly TokenEvent[]): readonly DetectedAlert<SaleAlert | SweepAlert>[] {
  const groups = Map.groupBy(sales, sweepGroup);
  return sales.flatMap((sale): readonly DetectedAlert<SaleAlert | SweepAlert>[] => {
    const group = sweepGroup(sale);
    const together = group === null ? [sale] : (groups.get(group) ?? [sale]);
    const { position } = sale;
    if (together.length < SWEEP_MINIMUM && sale.bundle === undefined) {
      return [{ position, alert: saleAlert(sale), trades: tradesOf([sale]), records: [sale.key] }];
    }
    if (together[0] !== sale) return [];
    const records = together.map(({ key }) => key);
    return [{ position, alert: sweepAlert(together, sale), trades: tradesOf(together), records }];
  });
}

/**
 * Each sale (accepted offers are sales) as one alert, three or more of one buyer in one transaction together as one
 * sweep. A sale of several tokens in one record is a sweep too, whatever their number. A sweep that arrives in two
 * polls gives two alerts: waiting for more would delay every sale.
 */
export const sales = tokenDetector<SaleAlert | SweepAlert>({
  takes: ({ kind }) => kind === 'sale',
  find: findSales,
  rebuild: { sale: (_events, first) => saleAlert(first), sweep: sweepAlert },
});
