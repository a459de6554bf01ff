import type { Address } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { TokenId } from '#src/chain/token-id.ts';

import type { AuctionCache } from '#src/marketplace/auction-cache.ts';
import { NotFound } from '#src/marketplace/errors.ts';
import type { Lookups as MarketplaceLookups } from '#src/marketplace/lookups/lookups.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { TraitType } from '#src/marketplace/resources/collection.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import type { SuggestionCache } from '#src/marketplace/suggestion-cache.ts';
import type { TokenFinder } from '#src/marketplace/token-finder.ts';
import type { WalletNames } from '#src/marketplace/wallet-names.ts';
import { createActivityLookups } from './activity-lookups.ts';
import { createAuctionLookups } from './auction-lookups.ts';
import type { OwnedSort, TokenSort } from './list-orders.ts';
import { resultOrNull } from './result-or-null.ts';

/** The maximum number of a user's own wallets. Each costs a request. */
const MAX_NAMES_AT_ONCE = 10;

/** Page number, from 1, and page size. */
interface Paged {
  readonly page: number;
  readonly limit: number;
}

/**
 * Marketplace queries for commands. They answer from the cache while it is fresh, and with the last known answer while
 * the marketplace is down. They reject with a marketplace error if there is neither. Results are added to the
 * suggestions, and names of wallets are cached.
 */
export type Lookups = ReturnType<typeof createLookups>;

/** @param deps.marketNow epoch ms by the marketplace's clock */
export function createLookups(deps: {
  readonly lookups: MarketplaceLookups;
  readonly finder: Pick<TokenFinder, 'beside'>;
  readonly auctionCache: Pick<AuctionCache, 'find' | 'learn'>;
  readonly suggestions: Pick<SuggestionCache, 'learnTokens' | 'learnTraits'>;
  readonly walletNames: WalletNames;
  readonly marketNow: () => number;
}) {
  const { lookups, finder, auctionCache, suggestions, walletNames, marketNow } = deps;

  async function findTraits(collection: Address): Promise<Dated<readonly TraitType[]>> {
    try {
      return await lookups.traits(collection);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      const { value, ...age } = await lookups.collection(collection);
      return { ...age, value: value.traits };
    }
  }

  async function findProfile(identifier: string) {
    const answer = await lookups.profile(identifier);
    walletNames.learn(answer.value);
    return answer;
  }

  return {
    async collection(addressOrPath: string) {
      const answer = await lookups.collection(addressOrPath);
      suggestions.learnTraits(answer.value.address, answer.value.traits);
      return answer;
    },
    async traits(collection: Address) {
      const answer = await findTraits(collection);
      suggestions.learnTraits(collection, answer.value);
      return answer;
    },
    async tokens(
      collection: Address,
      {
        page,
        limit,
        sort,
        descending,
        listed,
        trait,
      }: Paged & {
        readonly sort: TokenSort;
        readonly descending: boolean;
        readonly listed: boolean;
        readonly trait: { readonly type: string; readonly value: string } | null;
      },
    ) {
      const answer = await lookups.tokens(collection, {
        page,
        limit,
        sortBy: sort,
        sortOrder: descending ? 'desc' : 'asc',
        ...(listed ? { listed } : {}),
        ...(trait === null ? {} : { traits: [trait] }),
      });
      suggestions.learnTokens(answer.value.items);
      return answer;
    },
    async token(collection: Address, tokenId: TokenId) {
      const answer = await lookups.findToken(collection, tokenId);
      suggestions.learnTokens([answer.value]);
      return answer;
    },
    /** Finds the next or previous token of the collection by token id; `null` at either end. */
    neighbour: (collection: Address, tokenId: TokenId, side: 'next' | 'previous'): Promise<TokenId | null> =>
      finder.beside(collection, tokenId, side),
    holders: (collection: Address, { page, limit, minimum }: Paged & { readonly minimum: number }) =>
      lookups.holders(collection, { page, limit, minTokens: minimum, sortBy: 'count', sortOrder: 'desc' }),
    /** Finds a profile by address or name. */
    profile: findProfile,
    /**
     * Loads the names of the first few of these wallets whose names are unknown. Skips names that do not arrive in
     * time.
     */
    async learnNames(wallets: readonly Address[]): Promise<void> {
      const unknown = [...new Set(wallets)].filter((wallet) => walletNames.get(wallet) === null);
      await Promise.all(
        unknown.slice(0, MAX_NAMES_AT_ONCE).map((wallet) => resultOrNull(findProfile(wallet))),
      );
    },
    async owned(
      who: Address,
      {
        page,
        limit,
        collection,
        sort,
        listed,
      }: Paged & {
        readonly collection: Address | null;
        readonly sort: OwnedSort;
        readonly listed: boolean;
      },
    ): Promise<Dated<Page<OwnedToken>>> {
      const answer = await lookups.userNfts(who, {
        page,
        limit,
        sortBy: sort,
        sortOrder: sort === 'acquiredAt' ? 'desc' : 'asc',
        ...(collection === null ? {} : { collection }),
        ...(listed ? { listed } : {}),
      });
      suggestions.learnTokens(answer.value.items);
      return answer;
    },
    ...createAuctionLookups(lookups, auctionCache, marketNow),
    activities: createActivityLookups(lookups),
  };
}
