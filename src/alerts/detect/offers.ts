import { newOfferAlert, type OfferAlert } from '../kinds/offer.ts';
import { collectionDetector } from './detector.ts';
import { alertOfEach, alertToken, coinOf, type FeedEvent } from './feed-event.ts';

/** An offer as an alert. */
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

/** Each offer; an offer without a token is for any token of the collection. */
export const offers = collectionDetector<OfferAlert>({
  takes: ({ kind }) => kind === 'offer' || kind === 'collection_offer',
  find: (events) => alertOfEach(events, offerAlert),
  rebuild: { offer: (_events, first) => offerAlert(first) },
});
