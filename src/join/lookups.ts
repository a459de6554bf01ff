import type { Lookups } from '../discord/lookups.ts';
import type { AuctionBook } from '../marketplace/auction-book.ts';
import { NotFound } from '../marketplace/errors.ts';
import type { Lookups as MarketplaceLookups } from '../marketplace/lookups/lookups.ts';
import type { TokenFinder } from '../marketplace/token-finder.ts';
import { joinActivities } from './activities.ts';
import { joinAuctions } from './auctions.ts';

/** The marketplace as commands ask it. */
export function joinLookups({
  lookups,
  finder,
  book,
  marketNow,
}: {
  readonly lookups: MarketplaceLookups;
  readonly finder: Pick<TokenFinder, 'beside'>;
  readonly book: Pick<AuctionBook, 'find' | 'learn'>;
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
    ...joinAuctions(lookups, book, marketNow),
    activities: joinActivities(lookups),
  };
}
