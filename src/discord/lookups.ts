import type { Activity } from '../domain/activity.ts';
import type { Address } from '../domain/address.ts';
import type { Auction } from '../domain/auction.ts';
import type { Collection, TraitType } from '../domain/collection.ts';
import type { Dated } from '../domain/dated.ts';
import type { HolderPage } from '../domain/holder.ts';
import type { Page, SortedPage } from '../domain/page.ts';
import type { OwnedToken, Profile } from '../domain/profile.ts';
import type { Token } from '../domain/token.ts';
import type { TokenId } from '../domain/token-id.ts';
import type { ActivityFilter, AuctionFilter, AuctionSort, OwnedSort, TokenSort } from './place.ts';

/** A page's place within its list, from 1. */
interface Paged {
  readonly page: number;
  readonly limit: number;
}

/**
 * What commands ask the marketplace. Every verb answers from memory while that is fresh, and with the last known answer
 * while the marketplace is down; it rejects with a marketplace error when there is neither.
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
  /** The token beside it in the collection by token id; `null` at either end. */
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
