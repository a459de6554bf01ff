import type { ListingAlert } from '../../../domain/alert.ts';
import { type Finding, pricedItem, type TokenHappening } from './happening.ts';

/** A listing as an alert. */
export function listingAlert(listing: TokenHappening): ListingAlert {
  return {
    type: 'listing',
    kind: 'listing',
    key: `listing:${listing.key}`,
    topic: null,
    item: pricedItem(listing),
    txHash: listing.activity.txHash,
    occurredAt: listing.occurredAt,
  };
}

/**
 * Each new listing, and each change of one that tells the new price, up or down: what is dear today and cheap tomorrow is
 * news for whoever waits for the price. A change without a price (a later end, say) is none.
 */
export function findListings(listings: readonly TokenHappening[]): readonly Finding[] {
  return listings
    .filter(({ activity: { kind, price } }) => kind === 'listing' || price !== null)
    .map((listing) => ({
      position: listing.position,
      alert: listingAlert(listing),
      trades: [],
      records: [listing.key],
    }));
}
