import type { OfferAlert } from '../../../domain/alert.ts';
import { coinOf, type Finding, type Happening, toldToken } from './happening.ts';

/** An offer as an alert. */
export function offerAlert(offer: Happening): OfferAlert {
  const { activity, collection, occurredAt } = offer;
  const { kind, tokenId, collectionName, price, currency, quantity, from, txHash } = activity;
  return {
    type: 'offer',
    kind: 'offer',
    key: `offer:${offer.key}`,
    topic: null,
    collection,
    collectionName,
    token: tokenId === null || kind === 'collection_offer' ? null : toldToken({ ...offer, tokenId }),
    price,
    currency,
    ...coinOf(offer),
    quantity,
    bidder: from,
    floor: null,
    txHash,
    occurredAt,
  };
}

/** Each offer; one that names no token is for any of its collection. */
export function findOffers(offers: readonly Happening[]): readonly Finding[] {
  return offers.map((offer) => ({
    position: offer.position,
    alert: offerAlert(offer),
    trades: [],
    records: [offer.key],
  }));
}
