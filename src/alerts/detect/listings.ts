import type { Wei } from '#src/chain/wei.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { BundleAlert } from '../kinds/bundle.ts';
import { type ListingAlert, newListingAlert } from '../kinds/listing.ts';
import type { ListingTerms } from '../kinds/listing-terms.ts';
import { bundleAlert } from './bundles.ts';
import { tokenDetector } from './detector.ts';
import { alertOfEachGroup, pricedItem, type TokenEvent } from './feed-event.ts';

/**
 * Returns the price of a Dutch listing at the time of listing, interpolated linearly between its first and last price.
 */
function priceNow({ price, falling, timestamp }: Activity, occurredAt: number): Wei | null {
  if (price === null || falling === undefined) return price;
  const { to, until } = falling;
  const from = falling.from ?? timestamp ?? occurredAt;
  if (until === null || until <= from) return price;
  const passed = Math.min(Math.max(0, occurredAt - from), until - from);
  return price - ((price - to) * BigInt(Math.floor(passed))) / BigInt(Math.floor(until - from));
}

/** Returns the terms of a listing, with its price at the time. */
function termsOf(record: Activity, occurredAt: number): ListingTerms & Pick<ListingAlert['item'], 'price'> {
  const { reserved, falling } = record;
  return {
    price: priceNow(record, occurredAt),
    ...(reserved === undefined ? {} : { reserved }),
    ...(falling === undefined ? {} : { falling: { to: falling.to, until: falling.until } }),
  };
}

/** Builds the alert for a listing. */
function listingAlert(listing: TokenEvent): ListingAlert {
  const { price, ...terms } = termsOf(listing.activity, listing.occurredAt);
  return newListingAlert({
    key: `listing:${listing.key}`,
    liveKey: null,
    item: { ...pricedItem(listing), price },
    ...terms,
    txHash: listing.activity.txHash,
    occurredAt: listing.occurredAt,
  });
}

/** Builds the alert for a listing of one token, or of several together. */
function alertOf(tokens: readonly TokenEvent[], first: TokenEvent): ListingAlert | BundleAlert {
  const { activity, bundle = activity, occurredAt } = first;
  return bundleAlert('listing', tokens, termsOf(bundle, occurredAt)) ?? listingAlert(first);
}

/**
 * Each new listing, and each price change of a listing, up or down. A change without a price (a later end, for example)
 * is not announced.
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
