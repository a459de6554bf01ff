import type { Lookups } from '../discord/lookups.ts';
import type { AuctionCache } from '../marketplace/auction-cache.ts';
import { NotFound } from '../marketplace/errors.ts';
import type { Lookups as MarketplaceLookups } from '../marketplace/lookups/lookups.ts';
import type { TokenFinder } from '../marketplace/token-finder.ts';
import { createActivityLookups } from './activities.ts';
import { createAuctionLookups } from './auctions.ts';

/** The marketplace lookups of the commands. */
export function createCommandLookups({
  lookups,
  finder,
  auctionCache,
  marketNow,
}: {
  readonly lookups: MarketplaceLookups;
  readonly finder: Pick<TokenFinder, 'beside'>;
  readonly auctionCache: Pick<AuctionCache, 'find' | 'learn'>;
  /** Epoch ms by the marketplace's clock. */
  readonly marketNow: () => number;
}): Lookups {
  return {
    collection: (addressOrPath) => lookups.collection(addressOrPath),
    async traits(collection) {
      try {
        return await lookups.traits(collection);
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
        const { value, ...age } = await lookups.collection(collection);
        return { ...age, value: value.traits };
      }
    },
    tokens: (collection, { page, limit, sort, descending, listed, trait }) =>
      lookups.tokens(collection, {
        page,
        limit,
        sortBy: sort,
        sortOrder: descending ? 'desc' : 'asc',
        ...(listed ? { listed } : {}),
        ...(trait === null ? {} : { traits: [trait] }),
      }),
    token: (collection, tokenId) => lookups.findToken(collection, tokenId),
    neighbour: (collection, tokenId, side) => finder.beside(collection, tokenId, side),
    holders: (collection, { page, limit, minimum }) =>
      lookups.holders(collection, { page, limit, minTokens: minimum, sortBy: 'count', sortOrder: 'desc' }),
    profile: (identifier) => lookups.profile(identifier),
    owned: (who, { page, limit, collection, sort, listed }) =>
      lookups.userNfts(who, {
        page,
        limit,
        sortBy: sort,
        sortOrder: sort === 'acquiredAt' ? 'desc' : 'asc',
        ...(collection === null ? {} : { collection }),
        ...(listed ? { listed } : {}),
      }),
    ...createAuctionLookups(lookups, auctionCache, marketNow),
    activities: createActivityLookups(lookups),
  };
}
