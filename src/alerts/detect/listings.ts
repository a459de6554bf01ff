import type { Wei } from '../../chain/wei.ts';
import type { BundleAlert } from '../kinds/bundle.ts';
import { type ListingAlert, newListingAlert } from '../kinds/listing.ts';
import { bundleAlert } from './bundles.ts';
import { tokenDetector } from './detector.ts';
import { alertOfEachGroup, pricedItem, type TokenEvent } from './feed-event.ts';

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

/** A listing of one token, or of several together. */
function alertOf(tokens: readonly TokenEvent[], first: TokenEvent): ListingAlert | BundleAlert {
  return bundleAlert('listing', tokens) ?? listingAlert(first);
}

/**
 * Each new listing, and each price change of a listing, up or down. A change without a price (a later end, for example) is
 * not announced.
 */
export const listings = tokenDetector<ListingAlert | BundleAlert>({
  takes: ({ kind }) => kind === 'listing' || kind === 'listing_updated',
  find: (events) =>
    alertOfEachGroup(
      events.filter(
        ({ activity, bundle = activity }) => activity.kind === 'listing' || bundle.price !== null,
      ),
      ({ key }) => key,
      alertOf,
    ),
  rebuild: { listing: alertOf },
});
