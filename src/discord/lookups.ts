import type { Address } from '../chain/address.ts';
import type { Dated } from '../chain/dated.ts';
import type { TokenId } from '../chain/token-id.ts';
import type { Activity } from '../marketplace/model/activity.ts';
import type { Auction } from '../marketplace/model/auction.ts';
import type { Collection, TraitType } from '../marketplace/model/collection.ts';
import type { HolderPage } from '../marketplace/model/holder.ts';
import type { Page, SortedPage } from '../marketplace/model/page.ts';
import type { OwnedToken, Profile } from '../marketplace/model/profile.ts';
import type { Token } from '../marketplace/model/token.ts';
import type { ActivityFilter, AuctionFilter, AuctionSort, OwnedSort, TokenSort } from './screen.ts';

/** Page number, from 1, and page size. */
interface Paged {
  readonly page: number;
  readonly limit: number;
}

/**
 * Marketplace queries of commands. Every function answers from the cache while that is fresh, and with the last known
 * answer while the marketplace is down. It rejects with a marketplace error when there is neither.
 */
export interface Lookups {
  collection(addressOrPath: string): Promise<Dated<Collection>>;
  traits(collection: Address): Promise<Dated<readonly TraitType[]>>;
  tokens(
    collection: Address,
    query: Paged & {
      readonly sort: TokenSort;
      readonly descending: boolean;
      readonly listed: boolean;
      readonly trait: { readonly type: string; readonly value: string } | null;
    },
  ): Promise<Dated<SortedPage<Token>>>;
  token(collection: Address, tokenId: TokenId): Promise<Dated<Token>>;
  /** The next or previous token of the collection by token id; `null` at either end. */
  neighbour(collection: Address, tokenId: TokenId, side: 'next' | 'previous'): Promise<TokenId | null>;
  holders(collection: Address, query: Paged & { readonly minimum: number }): Promise<Dated<HolderPage>>;
  /** By address or name. */
  profile(identifier: string): Promise<Dated<Profile>>;
  owned(
    who: Address,
    query: Paged & {
      readonly collection: Address | null;
      readonly sort: OwnedSort;
      readonly listed: boolean;
    },
  ): Promise<Dated<Page<OwnedToken>>>;
  auctions(
    query: Paged & {
      readonly filter: AuctionFilter;
      readonly sort: AuctionSort;
      readonly collection: Address | null;
    },
  ): Promise<Dated<Page<Auction>>>;
  auction(collection: Address, auctionId: string): Promise<Dated<Auction>>;
  /** Newest first. */
  activities(
    query: Paged & { readonly collection: Address | null; readonly filter: ActivityFilter },
  ): Promise<Dated<Page<Activity>>>;
}
