import type { Activity } from '../../domain/activity.ts';
import type { Alert, SoldItem } from '../../domain/alert.ts';

/** What is worth telling among the new records, and what is not told for a reason that is counted. */
export interface Detection {
  /** In the order in which it happened. */
  readonly alerts: readonly Alert[];
  /** Sales that happened too long ago to be news. */
  readonly stale: number;
  /** Sales that do not say which token of which collection was sold. */
  readonly incomplete: number;
}

/** So many sales in one transaction by one buyer are one sweep (DESIGN: Sweeps). */
const SWEEP_MINIMUM = 3;
/** What happened longer ago is counted and not told: after a long downtime nobody wants yesterday's news. */
export const STALE_AFTER_SECONDS = 6 * 3_600;

interface Sale {
  readonly key: string;
  readonly item: SoldItem;
  readonly activity: Activity;
  readonly occurredAt: number;
}

function soldItem(activity: Activity): SoldItem | null {
  if (activity.collection === null || activity.tokenId === null) return null;
  return {
    collection: activity.collection,
    collectionName: activity.collectionName,
    tokenId: activity.tokenId,
    tokenName: activity.tokenName,
    image: activity.image,
    rarity: null,
    attributes: [],
    price: activity.price,
    currency: activity.currency,
    seller: activity.from,
    quantity: activity.quantity,
  };
}

function sweepGroup(sale: Sale): string | null {
  const { txHash, to } = sale.activity;
  return txHash === null || to === null ? null : `${txHash}:${to}`;
}

function saleAlert(sale: Sale): Alert {
  return {
    type: 'sale',
    kind: 'sale',
    key: `sale:${sale.key}`,
    item: sale.item,
    buyer: sale.activity.to,
    txHash: sale.activity.txHash,
    occurredAt: sale.occurredAt,
  };
}

function sweepAlert(sales: readonly Sale[], first: Sale): Alert {
  return {
    type: 'sweep',
    kind: 'sale',
    key: `sweep:${first.key}`,
    items: sales.map((sale) => sale.item),
    buyer: first.activity.to,
    txHash: first.activity.txHash,
    occurredAt: first.occurredAt,
  };
}

/**
 * Turns new records into alerts: each sale once, three or more sales of one buyer in one transaction as one sweep.
 * Only sales are told, so the transfer that a sale brings along is not told a second time.
 *
 * @param fresh new records, newest first as the feed gives them
 * @param now epoch ms; stands in for the time of a record that has none
 */
export function detect(fresh: readonly Activity[], now: number): Detection {
  const nowSeconds = Math.floor(now / 1_000);
  let stale = 0;
  let incomplete = 0;
  const sales: Sale[] = [];
  for (const activity of fresh.toReversed()) {
    if (activity.kind !== 'sale' || activity.reverted) continue;
    const occurredAt = activity.timestamp ?? nowSeconds;
    const item = soldItem(activity);
    if (item === null) incomplete += 1;
    else if (occurredAt < nowSeconds - STALE_AFTER_SECONDS) stale += 1;
    else sales.push({ key: activity.keys[0], item, activity, occurredAt });
  }
  sales.sort((a, b) => a.occurredAt - b.occurredAt);

  const groups = Map.groupBy(sales, sweepGroup);
  const alerts: Alert[] = [];
  for (const sale of sales) {
    const group = sweepGroup(sale);
    const together = group === null ? [sale] : (groups.get(group) ?? [sale]);
    if (together.length < SWEEP_MINIMUM) alerts.push(saleAlert(sale));
    else if (together[0] === sale) alerts.push(sweepAlert(together, sale));
  }
  return { alerts, stale, incomplete };
}
