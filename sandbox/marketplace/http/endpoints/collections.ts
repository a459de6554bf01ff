import type { Endpoint } from '../endpoint.ts';
import { generalPagination, pageOf } from '../pagination.ts';
import { LIMIT, PAGE } from '../parameters.ts';
import { readPage } from '../query.ts';
import { collectionSummary } from '../views/collection-view.ts';

/** marketplace-api: GET /api/collections. */
export const collectionsEndpoint: Endpoint = {
  path: '/api/collections',
  summary: 'The collections of the marketplace, without their traits.',
  parameters: [PAGE, LIMIT],
  examples: () => ['/api/collections', '/api/collections?limit=3&page=2'],
  answer({ query }, api) {
    const page = readPage(query, api.maxLimit);
    const { collections } = api.market;
    return {
      collections: pageOf(collections, page).map((one) => collectionSummary(one, api)),
      pagination: generalPagination(page, collections.length),
    };
  },
};
