import { tradeOf } from '../activity-trade.ts';
import { newSaleAlert, type SaleAlert } from '../kinds/sale.ts';
import { newSweepAlert, type SweepAlert } from '../kinds/sweep.ts';
import type { Trade } from '../trade.ts';
import { tokenDetector } from './detector.ts';
import { type DetectedAlert, groupKey, pricedItem, type TokenEvent } from './feed-event.ts';

/** Sales in one transaction by one buyer that make a sweep. */
const SWEEP_MINIMUM = 3;

function sweepGroup({ activity: { txHash, to } }: TokenEvent): string | null {
  return txHash === null || to === null ? null : `${txHash}:${to}`;
}

function tradesOf(sales: readonly TokenEvent[]): readonly Trade[] {
  return sales
    .map(({ activity, occurredAt }) => tradeOf(activity, occurredAt))
    .filter((trade) => trade !== null);
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

/** Sales of one transaction as one alert. */
function sweepAlert(sales: readonly TokenEvent[], first: TokenEvent): SweepAlert {
  return newSweepAlert({
    key: `sweep:${groupKey(sales)}`,
    liveKey: null,
    items: sales.map(pricedItem),
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
    if (together.length < SWEEP_MINIMUM) {
      return [{ position, alert: saleAlert(sale), trades: tradesOf([sale]), records: [sale.key] }];
    }
    if (together[0] !== sale) return [];
    const records = together.map(({ key }) => key);
    return [{ position, alert: sweepAlert(together, sale), trades: tradesOf(together), records }];
  });
}

/**
 * Each sale (accepted offers are sales) as one alert, three or more of one buyer in one transaction together as one sweep.
 * A sweep that arrives in two polls gives two alerts: waiting for more would delay every sale.
 */
export const sales = tokenDetector<SaleAlert | SweepAlert>({
  takes: ({ kind }) => kind === 'sale',
  find: findSales,
  rebuild: { sale: (_events, first) => saleAlert(first), sweep: sweepAlert },
});
