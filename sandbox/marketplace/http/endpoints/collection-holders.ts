import { collectionNamed, type Endpoint } from '../endpoint.ts';
import { pageOf, shortPagination } from '../pagination.ts';
import { LIMIT, PAGE, sortParameters } from '../parameters.ts';
import { readPage, readPositive } from '../query.ts';
import { readSort, sorted } from '../sorting.ts';

const SORTS = ['count', 'address'] as const;

/** marketplace-api: GET /api/collections/{addressOrPath}/holders. The sort parameters' names are not documented. */
export const collectionHoldersEndpoint: Endpoint = {
  path: '/api/collections/:addressOrPath/holders',
  summary: 'Who holds the tokens of a collection, and how many.',
  parameters: [
    PAGE,
    LIMIT,
    { name: 'minTokens', type: 'number', note: 'Only holders of at least this many tokens.' },
    ...sortParameters(SORTS),
  ],
  examples: ({ market }) =>
    market.collections
      .slice(0, 1)
      .map(({ profile }) => `/api/collections/${profile.path}/holders?minTokens=2&limit=10`),
  answer({ param, query }, api) {
    const collection = collectionNamed(api, param('addressOrPath'));
    const page = readPage(query, api.maxLimit);
    const least = readPositive(query, 'minTokens', 1);
    const { sortBy, sortOrder } = readSort(query, SORTS);
    const holders = sorted(
      [...collection.owners]
        .map(([address, count]) => ({ count, address }))
        .filter(({ count }) => count >= least),
      (holder) => holder[sortBy],
      sortOrder,
      (left, right) => (left.address < right.address ? -1 : 1),
    );
    const { address, name, path } = collection.profile;
    return {
      collection: { address, name, path },
      summary: { totalTokens: collection.tokens.length, uniqueHolders: collection.owners.size },
      holders: pageOf(holders, page),
      pagination: shortPagination(page, holders.length),
    };
  },
};
