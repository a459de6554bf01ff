import { hash } from 'node:crypto';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { tradesIn } from '../activity-trade.ts';
import { newSaleAlert, type SaleAlert } from '../kinds/sale.ts';
import { newSweepAlert, type SweepAlert } from '../kinds/sweep.ts';
import type { Trade } from '../trade.ts';
import { tokenDetector } from './detector.ts';
import {
  type DetectedAlert,
  eventsOf,
  groupKey,
  pricedItem,
  pricedTotal,
  type TokenEvent,
} from './feed-event.ts';

/** Minimum sales to one buyer in one transaction that make a sweep. */
const SWEEP_MINIMUM = 3;

/** Characters of a sweep's id. */
const SWEEP_ID_LENGTH = 16;

function sweepGroup({
  activity: { txHash, to },
  bundle,
  key,
}: Pick<TokenEvent, 'activity' | 'bundle' | 'key'>): string | null {
  // A record of several tokens is always a separate sweep, because only its total is known.
  if (bundle !== undefined) return `bundle:${key}`;
  return txHash === null || to === null ? null : `${txHash}:${to}`;
}

/** Returns whether events of one group make a sweep. */
const isSweepGroup = (together: readonly Pick<TokenEvent, 'bundle'>[]): boolean =>
  together.length >= SWEEP_MINIMUM || together[0]?.bundle !== undefined;

/**
 * Returns the sweeps among these records, which are of one poll: the id of its sweep for each trade, by the key of the
 * trade (`tradesIn`). Sales of their own are absent.
 */
export function sweepsAmong(records: readonly Activity[]): ReadonlyMap<string, string> {
  const sold = records
    .filter(({ kind, reverted }) => kind === 'sale' && !reverted)
    .flatMap((record) => eventsOf(record, { position: 0, occurredAt: 0 }))
    .filter(({ tokenId }) => tokenId !== null);
  const groups = Map.groupBy(sold, sweepGroup);
  groups.delete(null);
  const sweeps = new Map<string, string>();
  for (const together of groups.values()) {
    if (!isSweepGroup(together)) continue;
    const id = hash('sha256', groupKey(together), 'base64url').slice(0, SWEEP_ID_LENGTH);
    for (const { activity } of together) sweeps.set(activity.keys[0], id);
  }
  return sweeps;
}

function tradesOf(sales: readonly TokenEvent[]): readonly Trade[] {
  return sales.flatMap(({ activity, occurredAt }) => tradesIn(activity, occurredAt));
}

/** Builds the alert for a sale. */
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

/** Builds one alert for the sales of one transaction or record. */
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
    if (!isSweepGroup(together)) {
      return [{ position, alert: saleAlert(sale), trades: tradesOf([sale]), records: [sale.key] }];
    }
    if (together[0] !== sale) return [];
    const records = together.map(({ key }) => key);
    return [{ position, alert: sweepAlert(together, sale), trades: tradesOf(together), records }];
  });
}

/**
 * Announces each sale (accepted offers are sales). Three or more sales to one buyer in one transaction share one alert,
 * a sweep. A record of several tokens is a sweep too, whatever their number. A sweep that arrives in two polls gives
 * two alerts, because waiting for more would delay every sale.
 */
export const sales = tokenDetector<SaleAlert | SweepAlert>({
  takes: ({ kind }) => kind === 'sale',
  find: findSales,
  rebuild: { sale: (_events, first) => saleAlert(first), sweep: sweepAlert },
});
