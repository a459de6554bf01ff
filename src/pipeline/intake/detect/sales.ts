import { tradeOf } from '../../../domain/activity-trade.ts';
import type { SaleAlert, SweepAlert } from '../../../domain/alert.ts';
import { type Finding, namesake, pricedItem, type TokenHappening } from './happening.ts';

/** So many sales in one transaction by one buyer are one sweep (DESIGN: Sweeps). */
const SWEEP_MINIMUM = 3;

function sweepGroup({ activity: { txHash, to } }: TokenHappening): string | null {
  return txHash === null || to === null ? null : `${txHash}:${to}`;
}

function tradesOf(sales: readonly TokenHappening[]): Finding['trades'] {
  return sales
    .map(({ activity, occurredAt }) => tradeOf(activity, occurredAt))
    .filter((trade) => trade !== null);
}

/** A sale as an alert. */
export function saleAlert(sale: TokenHappening): SaleAlert {
  return {
    type: 'sale',
    kind: 'sale',
    key: `sale:${sale.key}`,
    topic: null,
    item: pricedItem(sale),
    buyer: sale.activity.to,
    txHash: sale.activity.txHash,
    occurredAt: sale.occurredAt,
  };
}

/** Sales of one transaction as one alert. */
export function sweepAlert(sales: readonly TokenHappening[], first: TokenHappening): SweepAlert {
  return {
    type: 'sweep',
    kind: 'sale',
    key: `sweep:${namesake(sales)}`,
    topic: null,
    items: sales.map(pricedItem),
    buyer: first.activity.to,
    txHash: first.activity.txHash,
    occurredAt: first.occurredAt,
  };
}

/**
 * Each sale (accepted offers are sales) as one alert, three or more of one buyer in one transaction together as one sweep.
 * A sweep that arrives in two looks is told in two parts, each by what it holds: waiting for more would delay every sale.
 */
export function findSales(sales: readonly TokenHappening[]): readonly Finding[] {
  const groups = Map.groupBy(sales, sweepGroup);
  return sales.flatMap((sale): readonly Finding[] => {
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
