import type { CollectionMarket, TokenState } from '../../world/collection-market.ts';
import { collectionNamed, type Endpoint, userNamed } from '../endpoint.ts';
import { pageOf } from '../pagination.ts';
import { LIMIT, LISTED, PAGE, sortParameters } from '../parameters.ts';
import { readBoolean, readPage } from '../query.ts';
import { compareIds, readSort, type SortKey, sorted } from '../sorting.ts';
import { userNftView } from '../views/user-nft-view.ts';

const SORTS = ['acquiredAt', 'tokenId', 'rarityRank', 'listingPrice'] as const;

interface Owned {
  readonly collection: CollectionMarket;
  readonly token: TokenState;
}

const keys: Record<(typeof SORTS)[number], (owned: Owned) => SortKey> = {
  acquiredAt: ({ token }) => token.acquiredAtMs,
  tokenId: ({ token }) => BigInt(token.sheet.tokenId),
  rarityRank: ({ token, collection }) => collection.rarity().of(token.sheet.tokenId).rank,
  listingPrice: ({ token }) => token.listing?.price ?? null,
};

/** marketplace-api: GET /api/users/{identifier}/nfts. The sort parameters' names are not documented. */
export const userNftsEndpoint: Endpoint = {
  path: '/api/users/:identifier/nfts',
  summary: 'The tokens of a user, given by address or name, in all collections.',
  parameters: [
    PAGE,
    LIMIT,
    { name: 'collection', type: 'string', note: 'Only tokens of the collection at this address.' },
    LISTED,
    ...sortParameters(SORTS),
  ],
  examples({ market }) {
    const [collection] = market.collections;
    const owner = collection?.listed[0]?.owner ?? collection?.tokens[0]?.owner;
    const path = `/api/users/${owner}/nfts`;
    return [
      `${path}?limit=5`,
      `${path}?collection=${collection?.profile.address}&sortBy=rarityRank&sortOrder=asc`,
    ];
  },
  answer({ param, query }, api) {
    const { address } = userNamed(api, param('identifier'));
    const page = readPage(query, api.maxLimit);
    const wanted = query.get('collection') ?? '';
    const listed = readBoolean(query, 'listed');
    const { sortBy, sortOrder } = readSort(query, SORTS);
    const collections = wanted === '' ? api.market.collections : [collectionNamed(api, wanted)];
    const owned = collections
      .filter(({ owners }) => owners.has(address))
      .flatMap((collection) =>
        collection.tokens.filter(({ owner }) => owner === address).map((token) => ({ collection, token })),
      )
      .filter(({ token }) => listed === undefined || (token.listing !== null) === listed);
    const nfts = sorted(owned, keys[sortBy], sortOrder, (left, right) =>
      compareIds(left.token.sheet.tokenId, right.token.sheet.tokenId),
    );
    const pages = Math.ceil(nfts.length / page.limit);
    return {
      nfts: pageOf(nfts, page).map(({ collection, token }) => userNftView(collection, token, api)),
      total: nfts.length,
      currentPage: page.page,
      limit: page.limit,
      pages,
      hasMore: page.page < pages,
    };
  },
};
