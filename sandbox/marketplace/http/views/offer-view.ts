import { recordIdOf } from '../../random/hex.ts';
import type { Market } from '../../world/market.ts';
import type { Offer } from '../../world/offers.ts';
import { jsonInteger } from '../json.ts';
import { iso, unixSeconds } from './times.ts';
import { nftType } from './token-view.ts';

/** The status of an offer at `nowMs`. */
export function offerStatus(offer: Offer, nowMs: number): 'active' | 'accepted' | 'cancelled' | 'expired' {
  if (offer.acceptedAtMs !== null) return 'accepted';
  if (offer.cancelledAtMs !== null) return 'cancelled';
  return offer.expiresAtMs > nowMs ? 'active' : 'expired';
}

/** An offer as a live deployment showed it (field notes: Offers): `createdAt` in Unix seconds beside `updatedAt` in ISO. */
export function offerView(offer: Offer, market: Market, nowMs: number): object {
  const { collection, tokenId, number, price, acceptedAtMs, cancelledAtMs, madeAtMs } = offer;
  const status = offerStatus(offer, nowMs);
  const at = market.at(collection);
  const amount = at?.sheet(tokenId)?.amount ?? 1;
  return {
    isExpired: status === 'expired',
    _id: recordIdOf(`offer:${number}`),
    id: `${collection}-${number}`,
    offerId: number,
    offeror: offer.offeror,
    collectionAddress: collection,
    ...(tokenId === '' ? {} : { tokenId: jsonInteger(tokenId) }),
    price,
    pricePerItem: price / BigInt(amount),
    expirationTime: unixSeconds(offer.expiresAtMs),
    isActive: status === 'active',
    isCollectionOffer: tokenId === '',
    ...(at === undefined ? {} : { nftType: nftType(at) }),
    amount,
    maxItems: 1,
    remainingItems: status === 'accepted' ? 0 : 1,
    createdAt: unixSeconds(madeAtMs),
    updatedAt: iso(acceptedAtMs ?? cancelledAtMs ?? madeAtMs),
    __v: 0,
    ...(acceptedAtMs === null ? {} : { acceptedAt: unixSeconds(acceptedAtMs) }),
    ...(cancelledAtMs === null ? {} : { cancelledAt: unixSeconds(cancelledAtMs) }),
  };
}
