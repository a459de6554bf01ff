import { readAnyTime, readTime } from '../decode/time.ts';
import type { Offer } from '../model/offer.ts';
import { offerWire } from '../wire/trade.ts';
import { standardOf } from './standard.ts';

/**
 * An offer (field notes: Offers); `null` without an id.
 * @param now epoch milliseconds
 */
export function toOffer(value: unknown, now: number): Offer | null {
  const wire = offerWire.safeParse(value).data;
  const id = wire?.id ?? wire?._id ?? wire?.offerId ?? null;
  if (wire === undefined || id === null) return null;
  const expiresAt = readAnyTime(wire.expirationTime);
  const cancelledAt = readTime(wire.cancelledAt, now);
  const expired = wire.isExpired === true || (expiresAt !== null && expiresAt * 1_000 <= now);
  return {
    id,
    offerId: wire.offerId,
    collection: wire.collectionAddress ?? wire.collection,
    tokenId: wire.isCollectionOffer === true ? null : wire.tokenId,
    forCollection: wire.isCollectionOffer ?? wire.tokenId === null,
    from: wire.offeror,
    price: wire.price,
    pricePerItem: wire.pricePerItem,
    standard: standardOf(wire.nftType),
    quantity: wire.amount ?? 1n,
    maxItems: wire.maxItems,
    remainingItems: wire.remainingItems,
    active: wire.isActive ?? (cancelledAt === null && !expired),
    expired,
    expiresAt,
    cancelledAt,
    createdAt: readTime(wire.createdAt, now),
    updatedAt: readTime(wire.updatedAt, now),
  };
}
