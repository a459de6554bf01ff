import { type Family, isoOf, present, type Said } from './canonical.ts';

const words = (own: Readonly<Record<string, string>>, kind: string): string => own[kind] ?? kind;

/** Other names in camel case, absent fields left out, token ids as strings. */
export const camelCase: Family = {
  list: 'activities',
  write: (said) =>
    present({
      activityId: said.id,
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
        said.kind,
      ),
      contractAddress: said.collection,
      tokenId: said.tokenId,
      tokenName: said.tokenName,
      imageUrl: said.image,
      fromAddress: said.from,
      toAddress: said.to,
      bidder: said.maker,
      auctionId: said.auctionId,
      priceWei: said.wei,
      quantity: said.quantity,
      transactionHash: said.txHash,
      logIndex: said.logIndex,
      blockTimestamp: said.timestamp,
    }),
};

/** Everything in snake case; times in ISO without a zone, which means UTC. */
export const snakeCase: Family = {
  list: 'events',
  write: (said) => ({
    id: said.id,
    event_type: words(
      { sale: 'item_sold', listing: 'item_listed', listing_cancelled: 'item_cancelled' },
      said.kind,
    ),
    contract_address: said.collection,
    token_id: said.tokenId,
    name: said.tokenName,
    image_url: said.image,
    seller_address: said.from,
    buyer_address: said.to,
    ...(said.maker === null ? {} : { bidder: said.maker }),
    ...(said.auctionId === null ? {} : { auctionId: said.auctionId }),
    total_price: said.wei,
    quantity: String(said.quantity),
    transaction_hash: said.txHash,
    log_index: said.logIndex,
    event_timestamp: isoOf(said.timestamp).slice(0, -1),
  }),
};

/** Objects within objects, with the amount in three forms; no name of its own for most things. */
export const nested: Family = {
  list: 'activities',
  write: (said) => ({
    type: words(
      { listing: 'ask', listing_cancelled: 'ask_cancel', offer: 'offer_created', auction_bid: 'auction_bid' },
      said.kind,
    ),
    eventId: said.id,
    collection: {
      collectionId: said.collection,
      address: said.collection,
      collectionName: said.collectionName,
    },
    token: { tokenId: said.tokenId, tokenName: said.tokenName, tokenImage: said.image },
    ...(said.wei === null
      ? { price: null }
      : {
          price: {
            currency: { contract: `0x${'0'.repeat(40)}`, symbol: 'S', decimals: 18 },
            amount: { raw: said.wei, decimal: Number(said.wei) / 1e18 },
          },
        }),
    from: { address: said.from ?? said.maker },
    to: { address: said.to },
    ...(said.kind === 'auction_bid' ? { bidder: said.maker } : {}),
    ...(said.auctionId === null ? {} : { auctionId: said.auctionId }),
    amount: said.quantity,
    txHash: said.txHash,
    logIndex: said.logIndex,
    batchIndex: 1,
    timestamp: said.timestamp,
    createdAt: isoOf(said.timestamp),
  }),
};

/** As OpenSea's events: listings and offers are orders, a mint is a transfer from nobody; bids are orders, too. */
export const opensea: Family = {
  list: 'asset_events',
  write: (said) => ({
    ...openseaKind(said),
    order_hash: said.txHash === null ? `0x${said.id.padEnd(64, '0')}` : null,
    chain: 'ethereum',
    ...openseaParties(said),
    nft: {
      identifier: said.tokenId,
      collection: said.collectionName,
      contract: said.collection,
      token_standard: said.nftType.toLowerCase(),
      name: said.tokenName,
      image_url: said.image,
    },
    quantity: said.quantity,
    payment:
      said.wei === null
        ? null
        : { quantity: said.wei, token_address: `0x${'0'.repeat(40)}`, decimals: 18, symbol: 'ETH' },
    ...(said.auctionId === null ? {} : { auctionId: said.auctionId }),
    transaction: said.txHash,
    event_timestamp: said.timestamp,
  }),
};

function openseaKind({ kind }: Said): object {
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

function openseaParties({ kind, from, to, maker }: Said): object {
  if (kind === 'sale' || kind === 'auction_settled') return { seller: from, buyer: to };
  if (kind === 'auction_bid') return { seller: from, bidder: maker };
  if (kind === 'transfer' || kind === 'mint' || kind === 'burn')
    return { from_address: from, to_address: to };
  return { maker: maker ?? from, taker: '' };
}
