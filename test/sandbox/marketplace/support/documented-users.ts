import type { Fields } from './fields.ts';

// Copied from marketplace-api.md, table by table, as documented.ts.

export const userNft: Fields = {
  id: 'string',
  collectionAddress: 'address',
  owner: 'address',
  tokenId: 'integer',
  isTracked: 'boolean',
  name: 'string',
  description: 'string',
  image: 'url or null',
  thumbnail: 'url',
  preview: 'url',
  attributes: 'array',
  rarity: 'object',
  lastPrice: 'wei',
  isListed: 'boolean',
  isInAuction: 'boolean',
  hasOffers: 'boolean',
  acceptingBids: 'boolean',
  listingPrice: 'wei or null',
  listingExpirationTime: 'unix seconds or null',
  listingId: 'string or null',
  auctionId: 'integer or null',
  auctionStartingPrice: 'wei or null',
  auctionHighestBid: 'wei or null',
  auctionEndTime: 'unix seconds or null',
  highestOffer: 'wei or null',
  listingSource: 'string',
};

export const userNftsPagination: Fields = {
  total: 'integer',
  currentPage: 'integer',
  limit: 'integer',
  pages: 'integer',
  hasMore: 'boolean',
};

/** `highestBid` and `highestBidder` with bids only, `finalizedAt` of a completed auction only. */
export const auction: Fields = {
  id: 'string',
  _id: 'string',
  __v: 'integer',
  auctionId: 'integer',
  seller: 'address',
  collectionAddress: 'address',
  tokenId: 'integer',
  nftType: 'string',
  amount: 'integer',
  startingPrice: 'wei',
  isActive: 'boolean',
  startTime: 'unix seconds',
  endTime: 'unix seconds',
  bids: 'array',
  highestBid: 'wei',
  highestBidder: 'address',
  finalizedAt: 'unix seconds',
  createdAt: 'iso',
  updatedAt: 'iso',
};

export const bid: Fields = {
  bidder: 'address',
  amount: 'wei',
  timestamp: 'unix seconds',
  txHash: 'tx hash',
  _id: 'string',
};

export const auctionsPagination: Fields = { total: 'integer', currentPage: 'integer', totalPages: 'integer' };

export const holder: Fields = { count: 'integer', address: 'address' };

export const holdersCollection: Fields = { address: 'address', name: 'string', path: 'string' };

export const holdersSummary: Fields = { totalTokens: 'integer', uniqueHolders: 'integer' };

/** Of a user with a name. */
export const user: Fields = {
  address: 'address',
  snsName: 'string',
  snsTokenId: 'integer',
  profile: 'object',
  stats: 'object',
  isPrivate: 'boolean',
  isNewUser: 'boolean',
};

export const profile: Fields = {
  bio: 'string',
  avatarUrl: 'string',
  bannerUrl: 'string',
  social: 'object',
};

export const social: Fields = {
  x: 'string or null',
  instagram: 'string or null',
  'the service': 'string or null',
  github: 'string or null',
  website: 'string or null',
  email: 'string or null',
};

export const userStats: Fields = {
  totalNFTsOwned: 'integer',
  totalCollectionsOwned: 'integer',
  totalVolumeBought: 'wei',
  totalVolumeSold: 'wei',
};
