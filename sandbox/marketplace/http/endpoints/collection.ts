import { collectionNamed, type Endpoint } from '../endpoint.ts';
import { collectionDetail } from '../views/collection-view.ts';

/** marketplace-api: GET /api/collections/{addressOrPath}. */
export const collectionEndpoint: Endpoint = {
  path: '/api/collections/:addressOrPath',
  summary: 'One collection with its statistics and traits.',
  parameters: [],
  examples: ({ market }) =>
    market.collections.slice(0, 2).map(({ profile }, index) => {
      return `/api/collections/${index === 0 ? profile.path : profile.address}`;
    }),
  answer: ({ param }, api) => collectionDetail(collectionNamed(api, param('addressOrPath')), api),
};
