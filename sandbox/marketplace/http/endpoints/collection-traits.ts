import { collectionNamed, type Endpoint } from '../endpoint.ts';
import { traitTypes } from '../views/collection-view.ts';

/** marketplace-api: GET /api/collections/{addressOrPath}/traits. */
export const collectionTraitsEndpoint: Endpoint = {
  path: '/api/collections/:addressOrPath/traits',
  summary: 'The trait types of a collection, as a bare array.',
  parameters: [],
  examples: ({ market }) =>
    market.collections.slice(0, 1).map(({ profile }) => `/api/collections/${profile.path}/traits`),
  answer: ({ param }, api) => traitTypes(collectionNamed(api, param('addressOrPath'))),
};
