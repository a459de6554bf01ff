import type { Activity } from '../../../domain/activity.ts';

/** Events that a token changes hands in, and that are told (or deliberately not) by themselves. */
const EXPLAINING: ReadonlySet<Activity['kind']> = new Set([
  'sale',
  'auction_created',
  'auction_settled',
  'auction_cancelled',
]);

function markOf({ txHash, collection, tokenId }: Activity): string | null {
  if (txHash === null || collection === null || tokenId === null) return null;
  return `handover:${txHash}:${collection}:${tokenId}`;
}

/**
 * The mark that a record leaves for the transfer or mint of the same token in the same transaction, which is not told beside
 * it, in this look or in a later one; `null` for a record that explains none. An auction's escrow is explained by the
 * auction's own records.
 */
export function explainedHandover(activity: Activity): string | null {
  return activity.reverted || !EXPLAINING.has(activity.kind) ? null : markOf(activity);
}

/** The mark by which a transfer or mint finds what explains it; `null` for everything else. */
export function handoverOf(activity: Activity): string | null {
  return activity.kind === 'transfer' || activity.kind === 'mint' ? markOf(activity) : null;
}
