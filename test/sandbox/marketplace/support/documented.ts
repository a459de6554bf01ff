import type { Fields } from './fields.ts';

// Copied from marketplace-api.md, table by table.

export const generalPagination: Fields = {
  page: 'integer',
  limit: 'integer',
  total: 'integer',
  totalPages: 'integer',
  hasNextPage: 'boolean',
  hasPrevPage: 'boolean',
};

export const shortPagination: Fields = {
  total: 'integer',
  page: 'integer',
  limit: 'integer',
  pages: 'integer',
};

/** Collection, without the fields that only the single collection has. */
export const collection: Fields = {
  address: 'address',
  id: 'address',
  name: 'string',
  symbol: 'string',
  description: 'string',
  path: 'string',
  banner: 'url',
  thumbnail: 'url',
  standard: 'string',
  chainId: 'integer',
  owner: 'address',
  isWhitelisted: 'boolean',
  verified: 'boolean',
  displayed: 'boolean',
  featured: 'boolean',
  royaltyPercentage: 'integer',
  royaltyReceiver: 'address',
  website: 'string',
  twitter: 'string',
  'the service': 'string',
  createdAt: 'iso',
  updatedAt: 'iso',
  whitelistedAt: 'iso',
  whitelistedBy: 'string',
  isDynamicMedia: 'boolean',
  isDynamicMetadata: 'boolean',
  isReveal: 'boolean',
  imageStyle: 'string',
  enableRarity: 'boolean',
  rarityCalculated: 'boolean',
  rarityStatus: 'string',
  rarityLastCalculated: 'iso',
  rarityTokensProcessed: 'integer',
  stats: 'object',
  volumeStats: 'object',
  volumeLast1Hour: 'wei',
  volumeLast24Hours: 'wei',
  volumeLast7Days: 'wei',
  totalVolumeTraded: 'wei',
  _id: 'string',
  __v: 'integer',
};

export const collectionDetail: Fields = { ...collection, rarityStats: 'object', traits: 'array' };

export const rarityStats: Fields = {
  traitCount: 'integer',
  tokensWithTraits: 'integer',
  tokensWithoutTraits: 'integer',
  traitPrevalence: 'number',
};

export const collectionStats: Fields = {
  totalMinted: 'integer',
  totalBurned: 'integer',
  totalNFTs: 'integer',
  numOwners: 'integer',
  floor: 'wei',
  floorCap: 'wei',
  lowestPrice: 'wei',
  highestPrice: 'wei',
  highestSale: 'wei',
  lastSellPrice: 'wei',
  timestampLastSale: 'unix seconds',
  activeSales: 'integer',
  activeSalesNonAuction: 'integer',
  activeAuctions: 'integer',
  activeOffers: 'integer',
  collectionOffers: 'integer',
  totalListings: 'integer',
  totalAuctions: 'integer',
  totalOffers: 'integer',
  acceptedOffers: 'integer',
  _id: 'string',
};

export const volumeStats: Fields = {
  totalSales: 'integer',
  totalVolume: 'wei',
  volume1h: 'wei',
  volume24h: 'wei',
  volume7d: 'wei',
  lastSalePrice: 'wei',
  change1h: 'number',
  change24h: 'number',
  change7d: 'number',
  lastSaleTimestamp: 'unix seconds',
};

export const traitType: Fields = { type: 'string', values: 'array', _id: 'string' };

export const traitValue: Fields = { value: 'string', count: 'integer', rarity: 'number', _id: 'string' };

export const token: Fields = {
  id: 'string',
  _id: 'string',
  __v: 'integer',
  tokenId: 'integer',
  collectionAddress: 'address',
  collectionName: 'string',
  owner: 'address',
  nftType: 'string',
  amount: 'integer',
  isBase64: 'boolean',
  imageProcessed: 'boolean',
  imageProcessedAt: 'iso',
  createdAt: 'iso',
  updatedAt: 'iso',
  lastPrice: 'wei',
  isListed: 'boolean',
  isInAuction: 'boolean',
  hasOffers: 'boolean',
  listingSource: 'string',
  listingApprovalStatus: 'string',
  name: 'string',
  description: 'string',
  image: 'url',
  tokenURI: 'string',
  mediaType: 'string',
  previewUrl: 'url',
  thumbnailUrl: 'url',
  attributes: 'array',
  metadata: 'object',
  rarityRank: 'integer',
  rarityScore: 'number',
  rarity: 'object',
  marketplaceDetails: 'object',
};

export const attribute: Fields = {
  trait_type: 'string',
  value: 'string or number',
  rarity: 'number',
  _id: 'string',
};

export const metadata: Fields = {
  tokenId: 'integer',
  name: 'string',
  description: 'string',
  image: 'url',
  attributes: 'array',
};

export const metadataAttribute: Fields = { trait_type: 'string', value: 'string or number' };

export const rarity: Fields = {
  rank: 'integer',
  total: 'integer',
  formatted: 'string',
  percentile: 'number',
  score: 'number',
};

export const marketplaceDetails: Fields = {
  source: 'string',
  externalUrl: 'string or null',
  externalId: 'string or null',
  sourceDisplayName: 'string',
  sourceLogo: 'string or null',
};

// The document has no fields of activities; these are the sandbox's own.

const activity: Fields = {
  _id: 'string',
  type: 'string',
  collectionAddress: 'address',
  collectionName: 'string',
  tokenId: 'integer',
  tokenName: 'string',
  image: 'url',
  nftType: 'string',
  amount: 'integer',
  txHash: 'tx hash or null',
  logIndex: 'integer or null',
  timestamp: 'unix seconds',
  createdAt: 'iso',
  updatedAt: 'iso',
};

const { tokenId: _id, tokenName: _name, image: _image, ...collectionActivity } = activity;

export const activitiesByKind: Readonly<Record<string, Fields>> = {
  sale: {
    ...activity,
    price: 'wei',
    seller: 'address',
    buyer: 'address',
    txHash: 'tx hash',
    logIndex: 'integer',
  },
  listing: { ...activity, price: 'wei', seller: 'address' },
  listing_cancelled: { ...activity, price: 'wei', seller: 'address' },
  transfer: { ...activity, from: 'address', to: 'address', txHash: 'tx hash', logIndex: 'integer' },
  burn: { ...activity, from: 'address', to: 'address', txHash: 'tx hash', logIndex: 'integer' },
  offer: { ...activity, price: 'wei', offeror: 'address' },
  collection_offer: { ...collectionActivity, price: 'wei', offeror: 'address' },
  listing_updated: { ...activity, price: 'wei', seller: 'address' },
  listing_expired: { ...activity, price: 'wei', seller: 'address' },
  auction_created: { ...activity, price: 'wei', seller: 'address', auctionId: 'integer', txHash: 'tx hash' },
  auction_bid: {
    ...activity,
    price: 'wei',
    seller: 'address',
    bidder: 'address',
    auctionId: 'integer',
    txHash: 'tx hash',
  },
  auction_settled: { ...activity, seller: 'address', auctionId: 'integer', txHash: 'tx hash' },
  mint: { ...activity, from: 'address', to: 'address', txHash: 'tx hash', logIndex: 'integer' },
};
