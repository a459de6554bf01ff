import type { Address } from '#src/chain/address.ts';
import { readInlineImage } from '../decode/inline-image.ts';
import { readTokenReference } from '../decode/scalar.ts';
import { readTime } from '../decode/time.ts';
import type { ListingPlace, Token } from '../model/token.ts';
import type { IsOwnCoin } from '../own-coin.ts';
import { type TokenWire, tokenWire } from '../wire/token.ts';
import { attributesOf, pictureOf, pricesOf, rarityOf } from './item.ts';
import { standardOf } from './standard.ts';

function listingPlaceOf({ marketplaceDetails: details }: TokenWire): ListingPlace | null {
  if (details === null) return null;
  return {
    source: details.source,
    name: details.sourceDisplayName,
    logo: details.sourceLogo,
    url: details.externalUrl,
    id: details.externalId,
  };
}

/**
 * Decodes a token of `collection` (any collection if `null`); `null` without a token id or a collection, or if it
 * belongs to another collection.
 * @param now epoch milliseconds
 */
export function toToken(
  value: unknown,
  collection: Address | null,
  now: number,
  isOwnCoin: IsOwnCoin,
): Token | null {
  const wire = tokenWire.safeParse(value).data;
  if (wire === undefined) return null;
  const reference = readTokenReference(wire.id);
  const tokenId = wire.tokenId ?? reference?.tokenId ?? wire.metadata?.tokenId ?? null;
  const ownCollection = wire.collectionAddress ?? reference?.collection ?? collection;
  if (tokenId === null || ownCollection === null || (collection !== null && ownCollection !== collection))
    return null;
  const { last, listing } = pricesOf(value, wire, isOwnCoin);
  const others = [last.other, listing.other];
  return {
    collection: ownCollection,
    tokenId,
    name: wire.name ?? wire.metadata?.name ?? null,
    description: wire.description ?? wire.metadata?.description ?? null,
    collectionName: wire.collectionName,
    owner: wire.owner,
    standard: standardOf(wire.nftType),
    quantity: wire.amount ?? 1n,
    image: pictureOf(wire, wire.mediaType),
    thumbnail: wire.thumbnailUrl ?? wire.thumbnail,
    preview: wire.previewUrl ?? wire.preview,
    inlineImage: readInlineImage(value),
    onChainImage: wire.isBase64 === true,
    imageProcessed: wire.imageProcessed === true,
    imageProcessedAt: readTime(wire.imageProcessedAt, now),
    metadataUri: wire.tokenURI,
    mediaType: wire.mediaType,
    lastPrice: last.own,
    listed: wire.isListed === true,
    listingPrice: listing.own,
    ...(others.some((one) => one !== null)
      ? { inOtherCoins: { last: last.other, listing: listing.other } }
      : {}),
    listingSource: wire.listingSource,
    listingApproval: wire.listingApprovalStatus,
    listingPlace: listingPlaceOf(wire),
    inAuction: wire.isInAuction === true,
    hasOffers: wire.hasOffers === true,
    rarity: rarityOf(wire),
    attributes: attributesOf(wire),
    createdAt: readTime(wire.createdAt, now),
    updatedAt: readTime(wire.updatedAt, now),
  };
}
