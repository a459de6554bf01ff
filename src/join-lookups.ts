import type { Lookups } from './discord/lookups.ts';
import type { ActivityFilter } from './discord/place.ts';
import type { ActivityKind } from './domain/activity.ts';
import type { Auction } from './domain/auction.ts';
import type { Dated } from './domain/dated.ts';
import type { Page } from './domain/page.ts';
import { NotFound } from './marketplace/errors.ts';
import type { Lookups as MarketplaceLookups } from './marketplace/lookups/lookups.ts';

/** The API documents no filter by collection for the feed and the auctions, so so much of them is read and sifted here. */
const SIFTED_PAGES = 5;
const SIFTED_LIMIT = 100;

const KINDS: Readonly<Record<ActivityFilter, readonly ActivityKind[] | null>> = {
  all: null,
  sale: ['sale'],
  listing: ['listing', 'listing_updated', 'listing_cancelled', 'listing_expired'],
  offer: ['offer', 'collection_offer', 'offer_cancelled'],
  transfer: ['transfer', 'burn'],
  mint: ['mint'],
  auction: ['auction_created', 'auction_bid', 'auction_extended', 'auction_settled', 'auction_cancelled'],
};

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
export function joinLookups({ lookups }: { readonly lookups: MarketplaceLookups }): Lookups {
  async function allAuctions(
    status: 'active' | 'completed' | 'cancelled',
  ): Promise<Dated<readonly Auction[]>> {
    return readPages((page) => lookups.auctions({ page, limit: SIFTED_LIMIT, status, sortBy: 'endTime' }));
  }

  return {
    collection: (addressOrPath) => lookups.collection(addressOrPath),
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
    neighbour: async () => null,
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
    async activities({ page, limit, collection, filter }) {
      const { value, ...age } = await readPages((page) => lookups.activities({ page, limit: SIFTED_LIMIT }));
      const kinds = KINDS[filter];
      const wanted = value.filter(
        (activity) =>
          (collection === null || activity.collection === collection) &&
          (kinds === null || kinds.includes(activity.kind)),
      );
      return { ...age, value: pageOf(wanted, page, limit) };
    },
  };
}
