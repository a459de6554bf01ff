import type { Lookups } from './discord/lookups.ts';
import type { ActivityFilter } from './discord/place.ts';
import type { Activity, ActivityKind } from './domain/activity.ts';
import type { Auction } from './domain/auction.ts';
import type { Dated } from './domain/dated.ts';
import type { Page } from './domain/page.ts';
import type { MarketplaceClient } from './marketplace/client.ts';
import { NotFound } from './marketplace/errors.ts';
import type { TokenFinder } from './marketplace/token-finder.ts';

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

async function readPages<T>(read: (page: number) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  for (let page = 1; page <= SIFTED_PAGES; page += 1) {
    const { items: more, hasNext } = await read(page);
    items.push(...more);
    if (!hasNext || more.length === 0) break;
  }
  return items;
}

/** The marketplace as commands ask it. */
export function joinLookups(deps: {
  readonly client: MarketplaceClient;
  readonly tokens: TokenFinder;
  readonly now: () => number;
}): Lookups {
  const { client, tokens, now } = deps;

  async function dated<T>(answer: Promise<T>): Promise<Dated<T>> {
    const asOf = now();
    return { value: await answer, asOf, stale: false };
  }

  async function feed(): Promise<readonly Activity[]> {
    return readPages((page) => client.activities({ page, limit: SIFTED_LIMIT }));
  }

  async function allAuctions(status: 'active' | 'completed' | 'cancelled'): Promise<readonly Auction[]> {
    return readPages((page) => client.auctions({ page, limit: SIFTED_LIMIT, status, sortBy: 'endTime' }));
  }

  return {
    collection: (addressOrPath) => dated(client.collection(addressOrPath)),
    tokens: (collection, { page, limit, sort, descending, listed, trait }) =>
      dated(
        client.tokens(collection, {
          page,
          limit,
          sortBy: sort,
          sortOrder: descending ? 'desc' : 'asc',
          ...(listed ? { listed } : {}),
          ...(trait === null ? {} : { traits: [trait] }),
        }),
      ),
    token: (collection, tokenId) => dated(tokens.find(collection, tokenId)),
    neighbour: async () => null,
    holders: (collection, { page, limit, minimum }) =>
      dated(
        client.holders(collection, { page, limit, minTokens: minimum, sortBy: 'count', sortOrder: 'desc' }),
      ),
    profile: (identifier) => dated(client.profile(identifier)),
    owned: (who, { page, limit, collection, sort, listed }) =>
      dated(
        client.userNfts(who, {
          page,
          limit,
          sortBy: sort,
          sortOrder: sort === 'acquiredAt' ? 'desc' : 'asc',
          ...(collection === null ? {} : { collection }),
          ...(listed ? { listed } : {}),
        }),
      ),
    async auctions({ page, limit, filter, sort, collection }) {
      if (collection === null) {
        const sortOrder = filter === 'active' && sort === 'endTime' ? 'asc' : 'desc';
        return dated(client.auctions({ page, limit, status: filter, sortBy: sort, sortOrder }));
      }
      return dated(
        allAuctions(filter).then((auctions) =>
          pageOf(
            auctions.filter((auction) => auction.collection === collection),
            page,
            limit,
          ),
        ),
      );
    },
    auction: (collection, auctionId) =>
      dated(
        (async () => {
          for (const status of ['active', 'completed', 'cancelled'] as const) {
            const found = (await allAuctions(status)).find(
              (auction) => auction.collection === collection && auction.auctionId === auctionId,
            );
            if (found !== undefined) return found;
          }
          throw new NotFound(`auction ${auctionId}`);
        })(),
      ),
    activities: ({ page, limit, collection, filter }) =>
      dated(
        feed().then((activities) => {
          const kinds = KINDS[filter];
          const wanted = activities.filter(
            (activity) =>
              (collection === null || activity.collection === collection) &&
              (kinds === null || kinds.includes(activity.kind)),
          );
          return pageOf(wanted, page, limit);
        }),
      ),
  };
}
