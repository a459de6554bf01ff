import type { Lookups } from './discord/lookups.ts';
import type { Auction } from './domain/auction.ts';
import type { Dated } from './domain/dated.ts';
import type { Page } from './domain/page.ts';
import { joinActivities } from './join-activities.ts';
import { NotFound } from './marketplace/errors.ts';
import type { Lookups as MarketplaceLookups } from './marketplace/lookups/lookups.ts';
import type { TokenFinder } from './marketplace/token-finder.ts';

/** The API documents no filter by collection for the auctions, so so much of them is read and sifted here. */
const SIFTED_PAGES = 5;
const SIFTED_LIMIT = 100;

/** A page of a list that is here as a whole. */
function pageOf<T>(items: readonly T[], page: number, limit: number): Page<T> {
  const start = (page - 1) * limit;
  return {
    items: items.slice(start, start + limit),
    page,
    total: items.length,
    hasNext: start + limit < items.length,
    unreadable: 0,
  };
}

/** The oldest of the answers says how old the whole is. */
async function readPages<T>(read: (page: number) => Promise<Dated<Page<T>>>): Promise<Dated<readonly T[]>> {
  const items: T[] = [];
  let asOf = Number.POSITIVE_INFINITY;
  let stale = false;
  for (let page = 1; page <= SIFTED_PAGES; page += 1) {
    const answer = await read(page);
    items.push(...answer.value.items);
    asOf = Math.min(asOf, answer.asOf);
    stale ||= answer.stale;
    if (!answer.value.hasNext || answer.value.items.length === 0) break;
  }
  return { value: items, asOf, stale };
}

/** The marketplace as commands ask it. */
export function joinLookups({
  lookups,
  finder,
}: {
  readonly lookups: MarketplaceLookups;
  readonly finder: Pick<TokenFinder, 'beside'>;
}): Lookups {
  async function allAuctions(
    status: 'active' | 'completed' | 'cancelled',
  ): Promise<Dated<readonly Auction[]>> {
    return readPages((page) => lookups.auctions({ page, limit: SIFTED_LIMIT, status, sortBy: 'endTime' }));
  }

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
    async auctions({ page, limit, filter, sort, collection }) {
      if (collection === null) {
        const sortOrder = filter === 'active' && sort === 'endTime' ? 'asc' : 'desc';
        return lookups.auctions({ page, limit, status: filter, sortBy: sort, sortOrder });
      }
      const { value, ...age } = await allAuctions(filter);
      return {
        ...age,
        value: pageOf(
          value.filter((auction) => auction.collection === collection),
          page,
          limit,
        ),
      };
    },
    async auction(collection, auctionId) {
      for (const status of ['active', 'completed', 'cancelled'] as const) {
        const { value, ...age } = await allAuctions(status);
        const found = value.find(
          (auction) => auction.collection === collection && auction.auctionId === auctionId,
        );
        if (found !== undefined) return { ...age, value: found };
      }
      throw new NotFound(`auction ${auctionId}`);
    },
    activities: joinActivities(lookups),
  };
}
