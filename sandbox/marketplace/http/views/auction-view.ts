import { recordIdOf } from '../../random/hex.ts';
import { type Auction, leadingBid } from '../../world/auctions/auction.ts';
import type { Market } from '../../world/market.ts';
import { jsonInteger } from '../json.ts';
import { iso, unixSeconds } from './times.ts';
import { nftType } from './token-view.ts';

/**
 * marketplace-api: Auction. `highestBid` and `highestBidder` are absent before the first bid, and `finalizedAt`
 * before the settlement, because a live deployment adds them to its records later.
 */
export function auctionView(auction: Auction, market: Market): object {
  const { id, collection, tokenId, close, bids } = auction;
  const lead = leadingBid(auction);
  const at = market.at(collection);
  return {
    _id: recordIdOf(`auction:${id}`),
    id,
    auctionId: auction.number,
    seller: auction.seller,
    collectionAddress: collection,
    tokenId: jsonInteger(tokenId),
    startingPrice: auction.startingPrice,
    isActive: close === null,
    startTime: unixSeconds(auction.startedAtMs),
    // Rounded up, so that no bid is later than the reported end; at speed 1 ends are whole seconds anyway.
    endTime: Math.ceil(auction.endsAtMs / 1000),
    ...(at === undefined ? {} : { nftType: nftType(at) }),
    amount: at?.sheet(tokenId)?.amount ?? 1,
    bids: bids.map(({ bidder, amount, atMs, txHash }) => ({
      bidder,
      amount,
      timestamp: unixSeconds(atMs),
      txHash,
      _id: recordIdOf(`bid:${id}:${txHash}`),
    })),
    createdAt: iso(auction.startedAtMs),
    updatedAt: iso(auction.updatedAtMs),
    __v: bids.length,
    ...(lead === undefined ? {} : { highestBid: lead.amount, highestBidder: lead.bidder }),
    ...(close === null || close.how === 'cancelled' ? {} : { finalizedAt: unixSeconds(close.atMs) }),
  };
}
