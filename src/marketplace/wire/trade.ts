import { z } from 'zod';
import {
  address,
  count,
  flag,
  identifier,
  list,
  quantity,
  raw,
  slug,
  text,
  tokenId,
  txHash,
  wei,
  weiInside,
} from './lenient.ts';

/** marketplace-api: Auction, with its bids. */
export const auctionWire = z.looseObject({
  id: identifier,
  _id: identifier,
  auctionId: slug,
  seller: address,
  collectionAddress: address,
  collection: address,
  tokenId,
  nftType: text,
  amount: quantity,
  startingPrice: wei,
  isActive: flag,
  startTime: raw,
  endTime: raw,
  bids: list(z.looseObject({ bidder: address, amount: wei, timestamp: raw, txHash })),
  highestBid: weiInside,
  highestBidder: address,
  finalizedAt: raw,
  cancelledAt: raw,
  createdAt: raw,
  updatedAt: raw,
});

export type AuctionWire = z.output<typeof auctionWire>;

/** Field notes: Offers. */
export const offerWire = z.looseObject({
  id: text,
  _id: text,
  offerId: text,
  offeror: address,
  collectionAddress: address,
  collection: address,
  tokenId,
  price: wei,
  pricePerItem: wei,
  expirationTime: raw,
  isActive: flag,
  isExpired: flag,
  isCollectionOffer: flag,
  nftType: text,
  amount: quantity,
  maxItems: count,
  remainingItems: count,
  cancelledAt: raw,
  createdAt: raw,
  updatedAt: raw,
});
