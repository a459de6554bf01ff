import type { CollectionMarket } from '../../world/collection-market.ts';
import type { FeedEntry } from '../../world/feed.ts';
import { jsonInteger } from '../json.ts';
import { tokenPicture } from './places.ts';
import { iso } from './times.ts';
import { nftType } from './token-view.ts';

/**
 * A record of the feed. The document does not show its fields; these follow the style of its other
 * records: sales name `seller` and `buyer`, listings a `seller`, transfers and mints `from` and `to`.
 */
export function activityView(entry: FeedEntry, collection: CollectionMarket, url: string): object {
  const { record, happenedAtMs } = entry;
  const sheet = collection.token(record.tokenId)?.sheet;
  return {
    _id: record.activityId,
    type: record.kind,
    collectionAddress: record.collection,
    collectionName: collection.profile.name,
    tokenId: jsonInteger(record.tokenId),
    tokenName: record.tokenName,
    image: tokenPicture(url, record.collection, record.tokenId),
    nftType: nftType(collection),
    amount: sheet?.amount ?? 1,
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
  if (record.kind === 'sale') return { seller: record.seller, buyer: record.buyer };
  if (record.kind === 'transfer' || record.kind === 'mint') return { from: record.seller, to: record.buyer };
  return { seller: record.seller };
}
