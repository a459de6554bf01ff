import type { CollectionMarket } from '../../world/collection-market.ts';
import type { FeedEntry } from '../../world/feed.ts';
import { jsonInteger } from '../json.ts';
import { tokenPicture } from './picture-urls.ts';
import { iso } from './times.ts';
import { nftType } from './token-view.ts';

/**
 * A record of the feed. The document does not show its fields; these follow the style of its other records:
 * sales name `seller` and `buyer`, listings a `seller`, transfers, mints and burns `from` and `to`, offers an
 * `offeror`, bids a `bidder`. Auction records have an `auctionId`.
 */
export function activityView(entry: FeedEntry, collection: CollectionMarket, url: string): object {
  const { record, happenedAtMs } = entry;
  return {
    _id: record.activityId,
    type: record.kind,
    collectionAddress: record.collection,
    collectionName: collection.profile.name,
    ...(record.tokenId === ''
      ? {}
      : {
          tokenId: jsonInteger(record.tokenId),
          tokenName: record.tokenName,
          image: tokenPicture(url, record.collection, record.tokenId),
        }),
    nftType: nftType(collection),
    amount: record.amount,
    ...(record.price === null ? {} : { price: record.price }),
    ...parties(entry),
    txHash: record.txHash,
    logIndex: record.logIndex,
    timestamp: record.timestamp,
    createdAt: iso(happenedAtMs),
    updatedAt: iso(happenedAtMs),
    __v: 0,
  };
}

function parties({ record }: FeedEntry): object {
  const { seller, buyer, auctionId } = record;
  const auction = auctionId === null ? {} : { auctionId: Number(auctionId.split('-').at(-1)) };
  switch (record.kind) {
    case 'sale':
      return { seller, buyer };
    case 'transfer':
    case 'mint':
    case 'burn':
      return { from: seller, to: buyer };
    case 'offer':
    case 'collection_offer':
      return { offeror: buyer };
    case 'auction_bid':
      return { ...auction, seller, bidder: buyer };
    case 'auction_settled':
      return { ...auction, seller, ...(buyer === null ? {} : { buyer }) };
    case 'auction_created':
    case 'auction_cancelled':
      return { ...auction, seller };
    case 'listing':
    case 'listing_updated':
    case 'listing_expired':
    case 'listing_cancelled':
      return { seller };
  }
}
