import { z } from 'zod';
import {
  address,
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
