import type { BundleAlert } from '../kinds/bundle.ts';
import { newOfferAlert, type OfferAlert } from '../kinds/offer.ts';
import { bundleAlert } from './bundles.ts';
import { collectionDetector } from './detector.ts';
import { alertOfEachGroup, alertToken, coinOf, type FeedEvent } from './feed-event.ts';

/** Builds the alert for an offer. */
function offerAlert(offer: FeedEvent): OfferAlert {
  const { activity, collection, tokenId, occurredAt } = offer;
  const { kind, collectionName, price, currency, quantity, from, txHash } = activity;
  return newOfferAlert({
    key: `offer:${offer.key}`,
    liveKey: null,
    collection,
    collectionName,
    token: tokenId === null || kind === 'collection_offer' ? null : alertToken({ ...offer, tokenId }),
    price,
    currency,
    ...coinOf(offer),
    quantity,
    bidder: from,
    owner: null,
    floor: null,
    txHash,
    occurredAt,
  });
}

/** Builds the alert for an offer for one token, a collection, or several tokens together. */
function alertOf(events: readonly FeedEvent[], first: FeedEvent): OfferAlert | BundleAlert {
  return bundleAlert('offer', events) ?? offerAlert(first);
}

/** Each offer; an offer without a token is for any token of the collection. */
export const offers = collectionDetector<OfferAlert | BundleAlert>({
  takes: ({ kind }) => kind === 'offer' || kind === 'collection_offer',
  find: (events) => alertOfEachGroup(events, ({ key }) => key, alertOf),
  rebuild: { offer: alertOf },
});
