import type { CollectionPrices } from '#src/alerts/price-context.ts';
import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Token } from '#src/marketplace/resources/token.ts';

/** The marketplace's activities feed, newest first. */
export interface Feed {
  activities(
    query: { readonly limit: number; readonly page?: number },
    options: { readonly signal: AbortSignal },
  ): Promise<Page<Activity>>;
}

/** The marketplace's auctions (marketplace-api: GET /api/auctions). */
export interface AuctionSource {
  auctions(
    query: {
      readonly status: 'active' | 'completed' | 'cancelled';
      readonly page: number;
      readonly limit: number;
      readonly sortBy: 'endTime' | 'createdAt';
      readonly sortOrder: 'asc' | 'desc';
    },
    options: { readonly signal: AbortSignal },
  ): Promise<Page<Auction> & { readonly tooLarge?: readonly number[] }>;
}

/** Market data of collections. */
export interface CollectionSource {
  /** Reads floor and highest sale; rejects if the marketplace does not answer. `asOf` in epoch ms. */
  collectionPrices(
    collection: Address,
    options: { readonly signal: AbortSignal },
  ): Promise<CollectionPrices & { readonly asOf: number }>;
  /** Returns whether the marketplace lists the collection; `true` while the list is not loaded. */
  isWhitelisted(collection: Address): boolean;
}

/** Looks up tokens; rejects when a token does not exist or the marketplace does not answer. */
export interface TokenSource {
  find(collection: Address, tokenId: TokenId, options: { readonly signal: AbortSignal }): Promise<Token>;
}
