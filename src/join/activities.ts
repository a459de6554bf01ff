import type { Lookups } from '../discord/lookups.ts';
import type { ActivityFilter } from '../discord/place.ts';
import type { Activity, ActivityKind } from '../domain/activity.ts';
import type { Lookups as MarketplaceLookups } from '../marketplace/lookups/lookups.ts';

/** The API documents no filter for the feed, so it is sifted here, and no more of it than this. */
const SIFTED_PAGES = 5;
const SIFTED_LIMIT = 100;

const KINDS: Readonly<Record<ActivityFilter, readonly ActivityKind[] | null>> = {
  all: null,
  sale: ['sale'],
  listing: ['listing', 'listing_updated', 'listing_cancelled', 'listing_expired'],
  offer: ['offer', 'collection_offer', 'offer_cancelled'],
  transfer: ['transfer', 'burn'],
  mint: ['mint'],
  auction: ['auction_created', 'auction_bid', 'auction_extended', 'auction_settled', 'auction_cancelled'],
};

/** Whether an event is one that people are told of at all: what was taken back or is not understood is not. */
function isTold({ kind, reverted }: Activity): boolean {
  return !reverted && kind !== 'ignored' && kind !== 'unknown';
}

/** What a sale and the transfer that belongs to it have in common; `null` for what is not on the chain. */
function tradeOf({ txHash, collection, tokenId }: Activity): string | null {
  return txHash === null ? null : `${txHash} ${collection} ${tokenId}`;
}

/**
 * The feed as commands ask it: one kind, one collection. It is read only as far as the page that is asked for needs,
 * an event that several pages or records tell of is there once, and among everything a transfer that belongs to a sale
 * is not told beside it (field notes: Events).
 */
export function joinActivities(lookups: Pick<MarketplaceLookups, 'activities'>): Lookups['activities'] {
  return async ({ page, limit, collection, filter }) => {
    const kinds = KINDS[filter];
    const sold = new Set<string | null>();
    const isWanted = (activity: Activity): boolean =>
      isTold(activity) &&
      (filter !== 'all' || activity.kind !== 'transfer' || !sold.has(tradeOf(activity))) &&
      (collection === null || activity.collection === collection) &&
      (kinds === null || kinds.includes(activity.kind));
    const start = (page - 1) * limit;
    const needed = start + limit + 1;
    const known = new Set<string>();
    const found: Activity[] = [];
    let asOf = Number.POSITIVE_INFINITY;
    let stale = false;
    let ended = false;
    for (let asked = 1; asked <= SIFTED_PAGES && !ended && found.length < needed; asked += 1) {
      const answer = await lookups.activities({ page: asked, limit: SIFTED_LIMIT });
      asOf = Math.min(asOf, answer.asOf);
      stale ||= answer.stale;
      const before = known.size;
      for (const activity of answer.value.items) {
        if (activity.kind === 'sale' && activity.txHash !== null) sold.add(tradeOf(activity));
      }
      for (const activity of answer.value.items) {
        if (activity.keys.some((key) => known.has(key))) continue;
        for (const key of activity.keys) known.add(key);
        if (isWanted(activity)) found.push(activity);
      }
      ended = !answer.value.hasNext || known.size === before || asked === SIFTED_PAGES;
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
