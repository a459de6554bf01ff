import { readPriceAt } from '../decode/named-coin.ts';
import type { Amount } from '../decode/price.ts';
import { readTokenReference } from '../decode/scalar.ts';
import { readAnyTime } from '../decode/time.ts';
import type { OwnedToken } from '../model/profile.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import { userNftWire } from '../wire/token.ts';
import { attributesOf, pictureOf, pricesOf, rarityOf } from './item.ts';

/** Returns whether any of the fields is present. */
function anyOf(parts: Readonly<Record<string, unknown>>): boolean {
  return Object.values(parts).some((value) => value !== null);
}

/** Decodes a token in a wallet (marketplace-api: User NFT); `null` without its collection and token id. */
export function toOwnedToken(value: unknown, isOwnCoin: IsOwnCoin): OwnedToken | null {
  const wire = userNftWire.safeParse(value).data;
  if (wire === undefined) return null;
  const reference = readTokenReference(wire.id);
  const tokenId = wire.tokenId ?? reference?.tokenId ?? wire.metadata?.tokenId ?? null;
  const collection = wire.collectionAddress ?? reference?.collection ?? null;
  if (tokenId === null || collection === null) return null;
  const read = (amount: Amount | null, price: string, ...words: readonly string[]) =>
    readPriceAt(value, { price, words: [price, ...words] }, amount, isOwnCoin);
  const prices = pricesOf(value, wire, isOwnCoin);
  const offer = read(wire.highestOffer, 'highestOffer', 'offer');
  const startingPrice = read(wire.auctionStartingPrice, 'auctionStartingPrice', 'auction');
  const highestBid = read(wire.auctionHighestBid, 'auctionHighestBid', 'auction');
  const others = {
    ...{ last: prices.last.other, listing: prices.listing.other, offer: offer.other },
    ...{ startingPrice: startingPrice.other, highestBid: highestBid.other },
  };
  const listing = {
    id: wire.listingId,
    price: prices.listing.own,
    expiresAt: readAnyTime(wire.listingExpirationTime),
  };
  const auction = {
    id: wire.auctionId,
    startingPrice: startingPrice.own,
    highestBid: highestBid.own,
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
    lastPrice: prices.last.own,
    listed: wire.isListed ?? wire.listingPrice !== null,
    inAuction: wire.isInAuction ?? auction.id !== null,
    hasOffers: wire.hasOffers ?? wire.highestOffer !== null,
    acceptingBids: wire.acceptingBids === true,
    listing: wire.isListed === true || wire.listingPrice !== null || anyOf(listing) ? listing : null,
    auction: wire.isInAuction === true || others.highestBid !== null || anyOf(auction) ? auction : null,
    highestOffer: offer.own,
    ...(anyOf(others) ? { inOtherCoins: others } : {}),
    listingSource: wire.listingSource,
  };
}
