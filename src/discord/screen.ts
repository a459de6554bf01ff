import type { Address } from '../chain/address.ts';
import type { TokenId } from '../chain/token-id.ts';

/** Orders of a token list (marketplace-api: GET /api/tokens/collection/{address}). */
export const TOKEN_SORTS = ['tokenId', 'price', 'rarityRank', 'lastSale'] as const;
export type TokenSort = (typeof TOKEN_SORTS)[number];

/** Orders of a wallet's tokens (marketplace-api: GET /api/users/{identifier}/nfts). */
export const OWNED_SORTS = ['acquiredAt', 'tokenId', 'rarityRank', 'listingPrice'] as const;
export type OwnedSort = (typeof OWNED_SORTS)[number];

/** Which auctions are listed, and their orders (marketplace-api: GET /api/auctions). */
export const AUCTION_FILTERS = ['active', 'completed', 'cancelled'] as const;
export type AuctionFilter = (typeof AUCTION_FILTERS)[number];
export const AUCTION_SORTS = ['endTime', 'currentBid', 'createdAt'] as const;
export type AuctionSort = (typeof AUCTION_SORTS)[number];

/** Filters of the activity list. */
export const ACTIVITY_FILTERS = ['all', 'sale', 'listing', 'offer', 'transfer', 'mint', 'auction'] as const;
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number];

/**
 * Everything that the bot can show, described by its content and not by its layout. A slash command leads to a
 * screen, and so does every button and menu choice: the screen is all that their custom ids carry, so they work after
 * a restart and on messages a year old. Pages count from 1.
 */
export type Screen =
  | { readonly at: 'collection'; readonly collection: Address }
  | { readonly at: 'collections'; readonly page: number }
  | {
      readonly at: 'tokens';
      readonly collection: Address;
      readonly page: number;
      readonly sort: TokenSort;
      readonly descending: boolean;
      readonly listed: boolean;
      /** Key of a trait value (`traitKey`), or `null` for every token. */
      readonly trait: string | null;
    }
  | {
      readonly at: 'traits';
      readonly collection: Address;
      readonly page: number;
      readonly type: string | null;
    }
  | { readonly at: 'holders'; readonly collection: Address; readonly page: number; readonly minimum: number }
  | {
      readonly at: 'activity';
      readonly collection: Address | null;
      readonly page: number;
      readonly filter: ActivityFilter;
    }
  | {
      readonly at: 'exact-activity';
      readonly collection: Address | null;
      readonly page: number;
      readonly filter: ActivityFilter;
    }
  | { readonly at: 'token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly at: 'next-token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly at: 'previous-token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly at: 'profile'; readonly who: Address }
  | {
      readonly at: 'owned';
      readonly who: Address;
      readonly page: number;
      readonly collection: Address | null;
      readonly sort: OwnedSort;
      readonly listed: boolean;
    }
  | {
      readonly at: 'auctions';
      readonly page: number;
      readonly filter: AuctionFilter;
      readonly sort: AuctionSort;
      readonly collection: Address | null;
    }
  | { readonly at: 'auction'; readonly collection: Address; readonly auctionId: string }
  | { readonly at: 'exact-collection'; readonly collection: Address }
  | { readonly at: 'exact-token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly at: 'exact-auction'; readonly collection: Address; readonly auctionId: string }
  | { readonly at: 'follow'; readonly collection: Address };
