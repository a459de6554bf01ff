import { z } from 'zod';
import {
  address,
  amount,
  amountInside,
  flag,
  identifier,
  list,
  quantity,
  raw,
  slug,
  text,
  tokenId,
  txHash,
} from '../decode/lenient.ts';

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
  startingPrice: amount,
  isActive: flag,
  startTime: raw,
  endTime: raw,
  bids: list(z.looseObject({ bidder: address, amount, timestamp: raw, txHash })),
  highestBid: amountInside,
  highestBidder: address,
  finalizedAt: raw,
  cancelledAt: raw,
  createdAt: raw,
  updatedAt: raw,
});

export type AuctionWire = z.output<typeof auctionWire>;
