import type { Address } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';

import type { Lookups as MarketplaceLookups } from '#src/marketplace/lookups/lookups.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { ActivityKind } from '#src/marketplace/resources/activity/kind.ts';
import type { ActivityFilter } from './list-orders.ts';

/** The API documents no filter for the feed, so at most this many pages are filtered here. */
const MAX_FILTERED_PAGES = 5;
const PAGE_SIZE = 100;

const KINDS: Readonly<Record<ActivityFilter, readonly ActivityKind[] | null>> = {
  all: null,
  sale: ['sale'],
  listing: ['listing', 'listing_updated', 'listing_cancelled', 'listing_expired'],
  offer: ['offer', 'collection_offer', 'offer_cancelled'],
  transfer: ['transfer'],
  mint: ['mint'],
  burn: ['burn'],
  auction: ['auction_created', 'auction_bid', 'auction_extended', 'auction_settled', 'auction_cancelled'],
};

/** Kinds that a sale of the same transaction explains. */
const MOVES: ReadonlySet<ActivityKind> = new Set(['transfer', 'burn']);

/** Returns whether an event is shown; reverted, ignored and unknown ones are not. */
function isShown({ kind, reverted }: Activity): boolean {
  return !reverted && kind !== 'ignored' && kind !== 'unknown';
}

/** Returns a key that a sale shares with its transfer; `null` for off-chain events. */
function tradeKey({ txHash, collection, tokenId }: Activity): string | null {
  return txHash === null ? null : `${txHash} ${collection} ${tokenId}`;
}

/**
 * Creates the lookups of the activity feed for commands, filtered by kind and collection. They read only as many pages
 * as the requested page needs. Duplicate events are removed, and without a kind filter also transfers that belong to a
 * sale (field notes: Events). Newest first.
 */
export function createActivityLookups(
  lookups: Pick<MarketplaceLookups, 'activities'>,
): (query: {
  readonly page: number;
  readonly limit: number;
  readonly collection: Address | null;
  readonly filter: ActivityFilter;
}) => Promise<Dated<Page<Activity>>> {
  return async ({ page, limit, collection, filter }) => {
    const topics = KINDS[filter];
    const sold = new Set<string | null>();
    const isWanted = (activity: Activity): boolean =>
      isShown(activity) &&
      (filter !== 'all' || !MOVES.has(activity.kind) || !sold.has(tradeKey(activity))) &&
      (collection === null || activity.collection === collection) &&
      (topics === null || topics.includes(activity.kind));
    const start = (page - 1) * limit;
    const needed = start + limit + 1;
    const known = new Set<string>();
    const found: Activity[] = [];
    let asOf = Number.POSITIVE_INFINITY;
    let stale = false;
    let ended = false;
    for (let asked = 1; asked <= MAX_FILTERED_PAGES && !ended && found.length < needed; asked += 1) {
      const answer = await lookups.activities({ page: asked, limit: PAGE_SIZE });
      asOf = Math.min(asOf, answer.asOf);
      stale ||= answer.stale;
      const before = known.size;
      for (const activity of answer.value.items) {
        if (activity.kind === 'sale' && activity.txHash !== null) sold.add(tradeKey(activity));
      }
      for (const activity of answer.value.items) {
        if (activity.keys.some((key) => known.has(key))) continue;
        for (const key of activity.keys) known.add(key);
        if (isWanted(activity)) found.push(activity);
      }
      ended = !answer.value.hasNext || known.size === before || asked === MAX_FILTERED_PAGES;
    }
    return {
      asOf,
      stale,
      value: {
        items: found.slice(start, start + limit),
        page,
        total: ended ? found.length : null,
        hasNext: found.length > start + limit,
        unreadable: 0,
      },
    };
  };
}
