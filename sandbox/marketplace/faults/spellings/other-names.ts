import { type Family, isoOf, type PlainActivity, withoutNulls } from './canonical.ts';

const words = (own: Readonly<Record<string, string>>, kind: string): string => own[kind] ?? kind;

/** Other names in camel case, absent fields left out, token ids as strings. */
export const camelCase: Family = {
  list: 'activities',
  write: (plain) =>
    withoutNulls({
      activityId: plain.id,
      activityType: words(
        {
          sale: 'Purchase',
          listing: 'Listed',
          listing_cancelled: 'Unlisted',
          transfer: 'Transferred',
          mint: 'Minted',
          burn: 'Burned',
          offer: 'OfferMade',
          auction_created: 'AuctionStarted',
          auction_bid: 'BidPlaced',
          auction_settled: 'AuctionEnded',
          auction_cancelled: 'AuctionCanceled',
        },
        plain.kind,
      ),
      contractAddress: plain.collection,
      tokenId: plain.tokenId,
      tokenName: plain.tokenName,
      imageUrl: plain.image,
      fromAddress: plain.from,
      toAddress: plain.to,
      bidder: plain.maker,
      auctionId: plain.auctionId,
      priceWei: plain.wei,
      quantity: plain.quantity,
      transactionHash: plain.txHash,
      logIndex: plain.logIndex,
      blockTimestamp: plain.timestamp,
    }),
};

/** Everything in snake case; times in ISO without a zone, meaning UTC. */
export const snakeCase: Family = {
  list: 'events',
  write: (plain) => ({
    id: plain.id,
    event_type: words(
      { sale: 'item_sold', listing: 'item_listed', listing_cancelled: 'item_cancelled' },
      plain.kind,
    ),
    contract_address: plain.collection,
    token_id: plain.tokenId,
    name: plain.tokenName,
    image_url: plain.image,
    seller_address: plain.from,
    buyer_address: plain.to,
    ...(plain.maker === null ? {} : { bidder: plain.maker }),
    ...(plain.auctionId === null ? {} : { auctionId: plain.auctionId }),
    total_price: plain.wei,
    quantity: String(plain.quantity),
    transaction_hash: plain.txHash,
    log_index: plain.logIndex,
    event_timestamp: isoOf(plain.timestamp).slice(0, -1),
  }),
};

/** Nested objects, with the amount in three forms; few fields have names of the sandbox. */
export const nested: Family = {
  list: 'activities',
  write: (plain) => ({
    type: words(
      { listing: 'ask', listing_cancelled: 'ask_cancel', offer: 'offer_created', auction_bid: 'auction_bid' },
      plain.kind,
    ),
    eventId: plain.id,
    collection: {
      collectionId: plain.collection,
      address: plain.collection,
      collectionName: plain.collectionName,
    },
    token: { tokenId: plain.tokenId, tokenName: plain.tokenName, tokenImage: plain.image },
    ...(plain.wei === null
      ? { price: null }
      : {
          price: {
            currency: { contract: `0x${'0'.repeat(40)}`, symbol: 'S', decimals: 18 },
            amount: { raw: plain.wei, decimal: Number(plain.wei) / 1e18 },
          },
        }),
    from: { address: plain.from ?? plain.maker },
    to: { address: plain.to },
    ...(plain.kind === 'auction_bid' ? { bidder: plain.maker } : {}),
    ...(plain.auctionId === null ? {} : { auctionId: plain.auctionId }),
    amount: plain.quantity,
    txHash: plain.txHash,
    logIndex: plain.logIndex,
    batchIndex: 1,
    timestamp: plain.timestamp,
    createdAt: isoOf(plain.timestamp),
  }),
};

/** As OpenSea's events: listings, offers and bids are orders, a mint is a transfer from the zero address. */
export const opensea: Family = {
  list: 'asset_events',
  write: (plain) => ({
    ...openseaKind(plain),
    order_hash: plain.txHash === null ? `0x${plain.id.padEnd(64, '0')}` : null,
    chain: 'ethereum',
    ...openseaParties(plain),
    nft: {
      identifier: plain.tokenId,
      collection: plain.collectionName,
      contract: plain.collection,
      token_standard: plain.nftType.toLowerCase(),
      name: plain.tokenName,
      image_url: plain.image,
    },
    quantity: plain.quantity,
    payment:
      plain.wei === null
        ? null
        : { quantity: plain.wei, token_address: `0x${'0'.repeat(40)}`, decimals: 18, symbol: 'ETH' },
    ...(plain.auctionId === null ? {} : { auctionId: plain.auctionId }),
    transaction: plain.txHash,
    event_timestamp: plain.timestamp,
  }),
};

function openseaKind({ kind }: PlainActivity): object {
  switch (kind) {
    case 'listing':
      return { event_type: 'order', order_type: 'listing' };
    case 'offer':
      return { event_type: 'order', order_type: 'item_offer' };
    case 'listing_cancelled':
      return { event_type: 'cancel', order_type: 'listing' };
    case 'mint':
      return { event_type: 'transfer', transfer_type: 'mint' };
    case 'burn':
      return { event_type: 'transfer', transfer_type: 'burn' };
    default:
      return { event_type: kind };
  }
}

function openseaParties({ kind, from, to, maker }: PlainActivity): object {
  if (kind === 'sale' || kind === 'auction_settled') return { seller: from, buyer: to };
  if (kind === 'auction_bid') return { seller: from, bidder: maker };
  if (kind === 'transfer' || kind === 'mint' || kind === 'burn')
    return { from_address: from, to_address: to };
  return { maker: maker ?? from, taker: '' };
}
