import type { Activity } from '../../marketplace/model/activity.ts';

/** Events that include a token transfer and are announced (or deliberately not announced) themselves. */
const EXPLAINING: ReadonlySet<Activity['kind']> = new Set([
  'sale',
  'auction_created',
  'auction_settled',
  'auction_cancelled',
]);

function keyOf({ txHash, collection, tokenId }: Activity): string | null {
  if (txHash === null || collection === null || tokenId === null) return null;
  return `handover:${txHash}:${collection}:${tokenId}`;
}

/**
 * Key of the transfer or mint that this record explains: same token, same transaction. That transfer is not announced, in
 * this poll or a later one. `null` for records that explain none. Transfers into and out of an auction's escrow are explained
 * by the auction's records.
 */
export function explainedTransferKey(activity: Activity): string | null {
  return activity.reverted || !EXPLAINING.has(activity.kind) ? null : keyOf(activity);
}

/** Events that only move a token. */
const TRANSFERS: ReadonlySet<Activity['kind']> = new Set(['transfer', 'mint', 'burn']);

/** Key of a transfer, to compare with explained ones; `null` for other records. */
export function transferKey(activity: Activity): string | null {
  return TRANSFERS.has(activity.kind) ? keyOf(activity) : null;
}
