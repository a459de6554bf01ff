import type { Endpoint } from '../endpoint.ts';
import { generalPagination, pageOf } from '../pagination.ts';
import { readPage } from '../query.ts';
import { collectionSummary } from '../views/collection-view.ts';

/** marketplace-api: GET /api/collections. */
export const collectionsEndpoint: Endpoint = {
  path: '/api/collections',
  answer({ query }, api) {
    const page = readPage(query, api.maxLimit);
    const { collections } = api.market;
    return {
      collections: pageOf(collections, page).map((one) => collectionSummary(one, api)),
      pagination: generalPagination(page, collections.length),
    };
  },
};
