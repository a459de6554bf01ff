import type { Wei } from '../../chain/wei.ts';
import { type ListingAlert, newListingAlert } from '../kinds/listing.ts';
import { tokenDetector } from './detector.ts';
import { alertOfEach, pricedItem, type TokenEvent } from './feed-event.ts';

/** The price of a dutch listing when it was listed, on the straight line between its first and last one. */
function priceNow({ activity: { price, falling, timestamp }, occurredAt }: TokenEvent): Wei | null {
  if (price === null || falling === undefined) return price;
  const { to, until } = falling;
  const from = falling.from ?? timestamp ?? occurredAt;
  if (until === null || until <= from) return price;
  const passed = Math.min(Math.max(0, occurredAt - from), until - from);
  return price - ((price - to) * BigInt(Math.floor(passed))) / BigInt(Math.floor(until - from));
}

/** A listing as an alert. */
function listingAlert(listing: TokenEvent): ListingAlert {
  const { reserved, falling } = listing.activity;
  return newListingAlert({
    key: `listing:${listing.key}`,
    liveKey: null,
    item: { ...pricedItem(listing), price: priceNow(listing) },
    ...(reserved === undefined ? {} : { reserved }),
    ...(falling === undefined ? {} : { falling: { to: falling.to, until: falling.until } }),
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
