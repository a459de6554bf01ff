/** Orders of a token list (marketplace-api: GET /api/tokens/collection/{address}). */
export const TOKEN_SORTS = ['tokenId', 'price', 'rarityRank', 'lastSale'] as const;
export type TokenSort = (typeof TOKEN_SORTS)[number];

/** Orders of a wallet's tokens (marketplace-api: GET /api/users/{identifier}/nfts). */
export const OWNED_SORTS = ['acquiredAt', 'tokenId', 'rarityRank', 'listingPrice'] as const;
export type OwnedSort = (typeof OWNED_SORTS)[number];

/** Filters of the auction list, and its orders (marketplace-api: GET /api/auctions). */
export const AUCTION_FILTERS = ['active', 'completed', 'cancelled'] as const;
export type AuctionFilter = (typeof AUCTION_FILTERS)[number];
export const AUCTION_SORTS = ['endTime', 'currentBid', 'createdAt'] as const;
export type AuctionSort = (typeof AUCTION_SORTS)[number];

/** Filters of the activity list. */
export const ACTIVITY_FILTERS = [
  'all',
  'sale',
  'listing',
  'offer',
  'transfer',
  'mint',
  'auction',
  'burn',
] as const;
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number];
