import { paths } from '../../decode/record.ts';

/**
 * Paths of each fact in feeds of this kind (activity-decoding: `fields`), in order of preference. Paths that are not in
 * that table are marked. The roles of `from` and `to` depend on the kind, see `parties.ts`; those of coins are in
 * `decode/currency.ts`.
 */
export const EVENT_ID = paths('_id id activityId eventId');
export const SALE_ID = paths('saleId');

export const KIND = paths(`
  type activityType eventType event_type event @type action kind category standard_event_type
  transactionType
`);
export const ORDER_TYPE = paths('order_type');
export const BID_TYPE = paths('bidType');
export const TRANSFER_TYPE = paths('transfer_type');
export const IS_COLLECTION_OFFER = paths('isCollectionOffer');
export const AUCTION_ID = paths('auctionId');

// `nft.type.contract` is not in the table: Rarible's activities keep it one level deeper.
export const COLLECTION = paths(`
  collectionAddress collection collection.address collection.id collection.collectionId
  contractAddress contract contract_address nft.contract nft.contract_address asset.contract
  token.collectionAddress token.contract nftAddress nft_contract nft.type.contract address
  asset.asset_contract.address
`);
export const TOKEN_ID = paths(`
  tokenId token_id token.tokenId nft.tokenId nft.identifier nft.token_id asset.tokenId
  asset.token_id identifier nft.type.tokenId tokenIds[]
`);
/** Ids of several tokens. */
export const TOKEN_IDS = paths('tokenIds token_ids');
/** Lists of tokens; not in the table. */
export const TOKEN_LISTS = paths('tokens items nfts assets bundle asset_bundle.assets');
/**
 * Values that may contain both: `<address>-<tokenId>`. Not the record's own id, which may be an offer number instead.
 */
export const TOKEN_REFERENCE = paths('tokenId token.id nft.id asset.id itemId token nft');

export const PRICE_FIRST = paths('price priceWei amountWei price.amount.raw');
export const PRICE_TOTAL = paths('payment.quantity total_price totalPrice totalTradePrice salePrice');
export const PRICE_OF_BID = paths('bid bidAmount');
export const PRICE_AMOUNT = paths('amount');
export const PRICE_HIGHEST_BID = paths('highestBid');
export const PRICE_VALUE = paths('value');
export const PRICE_UNIT = paths('unitPrice.amount.raw pricePerItem unitPrice individualTradePrice');
export const PRICE_STARTING = paths('startingPrice startPrice starting_price start_price');
// Not in the table: the terms of Dutch and private listings.
export const PRICE_ENDING = paths('endingPrice endPrice ending_price end_price');
export const LISTED_FROM = paths('startTime start_time listingTime listing_time');
export const LISTED_UNTIL = paths(
  'endTime end_time expirationTime expiration_time expirationDate expiration_date expiration expiresAt',
);
export const IS_PRIVATE = paths('is_private isPrivate is_private_listing isPrivateListing private');
export const LISTED_FOR = paths('taker reservedFor privateBuyer private_buyer allowedBuyer taker.address');
export const PRICE_COINS = paths('price_details.price tokenPrice priceInEther eth_price');

export const AMOUNT = paths('amount');
export const QUANTITY = paths('quantity assetAmount numberOfTokens nft.value');
export const TRANSFER_VALUE = paths('value');

export const TIMESTAMP = paths(`
  timestamp blockTimestamp block_timestamp time date event_timestamp eventTimestamp blockTime
  closing_date transaction_date createdAt created_at
`);
/** Fallback for the displayed time. It changes with the record, so it is not part of the record's identity. */
export const UPDATED = paths('updatedAt');
export const TX_HASH = paths(`
  txHash transactionHash tx_hash transaction_hash hash tx transaction
  transactionInfo.transactionId blockchainInfo.transactionHash transaction.transaction_hash txId
`);
export const LOG_INDEX = paths(`
  logIndex log_index transactionInfo.logIndex blockchainInfo.logIndex eventIndex index
`);
export const BATCH_INDEX = paths('batchIndex batchTransferIndex batch_index');
export const ORDER_REFERENCE = paths(`
  listingId auctionId offerId orderId order.id order_hash marketplaceId saleId
`);
export const SOURCE = paths(`
  listingSource source marketplace fillSource order.source.domain
  marketplaceDetails.sourceDisplayName exchange
`);
// `removed` is not in the table: nodes mark logs with it that a reorganization reverted.
export const REVERTED = paths('reverted isDeleted cancelled invalid removed');
// Not in the table.
export const STATUS = paths(
  'status txStatus tx_status transactionStatus transaction_status transaction.status',
);

// Display fields; not in the table of the decoding notes.
export const COLLECTION_NAME = paths('collectionName collection.name token.collectionName');
export const TOKEN_NAME = paths('tokenName name token.name nft.name asset.name metadata.name');
export const IMAGE = paths(`
  image imageUrl image_url thumbnailUrl thumbnail previewUrl preview token.image nft.image
  nft.image_url asset.image_url metadata.image
`);

export const SELLER = paths('seller seller_address sellerAddress');
export const BUYER = paths('buyer buyer_address buyerAddress');
export const SENDER = paths('from fromAddress from_address');
export const RECEIVER = paths('to toAddress to_address');
export const BIDDER = paths('offeror bidder');
export const MAKER = paths('maker');
export const TAKER = paths('taker');
export const OWNER = paths('owner');
export const USER = paths('user');
export const WINNER = paths('winner highestBidder');
export const SENDER_NESTED = paths('from_account.address from.address');
export const RECEIVER_NESTED = paths('winner_account.address to.address');
