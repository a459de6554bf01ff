import { readTokenReference } from '../decode/scalar.ts';
import { readAnyTime } from '../decode/time.ts';
import type { OwnedToken } from '../model/profile.ts';
import { userNftWire } from '../wire/token.ts';
import { attributesOf, lastPriceOf, pictureOf, rarityOf } from './item.ts';

/** Whether any field of a listing or auction is present. */
function anyOf(parts: Readonly<Record<string, unknown>>): boolean {
  return Object.values(parts).some((value) => value !== null);
}

/** A token in somebody's wallet (marketplace-api: User NFT); `null` without its collection and token id. */
export function toOwnedToken(value: unknown): OwnedToken | null {
  const wire = userNftWire.safeParse(value).data;
  if (wire === undefined) return null;
  const reference = readTokenReference(wire.id);
  const tokenId = wire.tokenId ?? reference?.tokenId ?? wire.metadata?.tokenId ?? null;
  const collection = wire.collectionAddress ?? reference?.collection ?? null;
  if (tokenId === null || collection === null) return null;
  const listing = {
    id: wire.listingId,
    price: wire.listingPrice,
    expiresAt: readAnyTime(wire.listingExpirationTime),
  };
  const auction = {
    id: wire.auctionId,
    startingPrice: wire.auctionStartingPrice,
    highestBid: wire.auctionHighestBid,
    endTime: readAnyTime(wire.auctionEndTime),
  };
  return {
    collection,
    tokenId,
    owner: wire.owner,
    tracked: wire.isTracked === true,
    name: wire.name ?? wire.metadata?.name ?? null,
    description: wire.description ?? wire.metadata?.description ?? null,
    image: pictureOf(wire),
    thumbnail: wire.thumbnail ?? wire.thumbnailUrl,
    preview: wire.preview ?? wire.previewUrl,
    attributes: attributesOf(wire),
    rarity: rarityOf(wire),
    lastPrice: lastPriceOf(wire),
    listed: wire.isListed ?? listing.price !== null,
    inAuction: wire.isInAuction ?? auction.id !== null,
    hasOffers: wire.hasOffers ?? wire.highestOffer !== null,
    acceptingBids: wire.acceptingBids === true,
    listing: wire.isListed === true || anyOf(listing) ? listing : null,
    auction: wire.isInAuction === true || anyOf(auction) ? auction : null,
    highestOffer: wire.highestOffer,
    listingSource: wire.listingSource,
  };
}
