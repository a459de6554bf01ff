import { type ListingAlert, newListingAlert } from '../kinds/listing.ts';
import { tokenDetector } from './detector.ts';
import { alertOfEach, pricedItem, type TokenEvent } from './feed-event.ts';

/** A listing as an alert. */
function listingAlert(listing: TokenEvent): ListingAlert {
  return newListingAlert({
    key: `listing:${listing.key}`,
    liveKey: null,
    item: pricedItem(listing),
    txHash: listing.activity.txHash,
    occurredAt: listing.occurredAt,
  });
}

/**
 * Each new listing, and each price change of a listing, up or down. A change without a price (a later end, for example) is
 * not announced.
 */
export const listings = tokenDetector<ListingAlert>({
  takes: ({ kind }) => kind === 'listing' || kind === 'listing_updated',
  find: (events) =>
    alertOfEach(
      events.filter(({ activity: { kind, price } }) => kind === 'listing' || price !== null),
      listingAlert,
    ),
  rebuild: { listing: (_events, first) => listingAlert(first) },
});
