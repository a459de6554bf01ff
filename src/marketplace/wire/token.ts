import { z } from 'zod';
import {
  address,
  amount,
  amountInside,
  count,
  flag,
  list,
  number,
  part,
  picture,
  prose,
  quantity,
  raw,
  text,
  tokenId,
} from '../decode/lenient.ts';

const attribute = z.looseObject({
  trait_type: text,
  traitType: text,
  type: text,
  value: raw,
  display_type: text,
  rarity: number,
});

export type AttributeWire = z.output<typeof attribute>;

const rarity = z.looseObject({
  rank: count,
  total: count,
  formatted: text,
  percentile: number,
  score: number,
});

/** Fields that Token and User NFT share. */
const owned = {
  id: raw,
  tokenId,
  collectionAddress: address,
  owner: address,
  name: text,
  description: prose,
  image: picture,
  previewUrl: picture,
  preview: picture,
  thumbnailUrl: picture,
  thumbnail: picture,
  attributes: list(attribute),
  metadata: part(
    z.looseObject({ tokenId, name: text, description: prose, image: picture, attributes: list(attribute) }),
  ),
  rarityRank: count,
  rarityScore: number,
  rarity: part(rarity),
  lastPrice: amount,
  isListed: flag,
  isInAuction: flag,
  hasOffers: flag,
  listingPrice: amountInside,
  listingSource: text,
};

export type OwnedWire = z.output<z.ZodObject<typeof owned>>;

/** marketplace-api: Token (as returned by the collection token list). */
export const tokenWire = z.looseObject({
  ...owned,
  collectionName: text,
  nftType: text,
  amount: quantity,
  isBase64: flag,
  imageProcessed: flag,
  imageProcessedAt: raw,
  createdAt: raw,
  updatedAt: raw,
  listingApprovalStatus: text,
  tokenURI: text,
  mediaType: text,
  marketplaceDetails: part(
    z.looseObject({
      source: text,
      externalUrl: text,
      externalId: text,
      sourceDisplayName: text,
      sourceLogo: picture,
    }),
  ),
});

export type TokenWire = z.output<typeof tokenWire>;

/** marketplace-api: User NFT. */
export const userNftWire = z.looseObject({
  ...owned,
  isTracked: flag,
  acceptingBids: flag,
  listingExpirationTime: raw,
  listingId: text,
  auctionId: text,
  auctionStartingPrice: amountInside,
  auctionHighestBid: amountInside,
  auctionEndTime: raw,
  highestOffer: amountInside,
});
