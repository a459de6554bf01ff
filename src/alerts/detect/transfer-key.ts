import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { singleTokens } from '../single-tokens.ts';

/** Events that include a token transfer and have their own alert (or deliberately none). */
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
 * Returns keys of the transfers or mints that this record explains: same token, same transaction. Those transfers are
 * not announced, in this poll or a later one. An auction's records explain transfers into and out of its escrow.
 */
export function explainedTransferKeys(activity: Activity): readonly string[] {
  if (activity.reverted || !EXPLAINING.has(activity.kind)) return [];
  return singleTokens(activity).flatMap((one) => keyOf(one) ?? []);
}

/** Events that only move a token. */
const TRANSFERS: ReadonlySet<Activity['kind']> = new Set(['transfer', 'mint', 'burn']);

/** Returns the key of the transfer of one token, to compare with explained ones; `null` for other records. */
export function transferKey(activity: Activity): string | null {
  return TRANSFERS.has(activity.kind) ? keyOf(activity) : null;
}
