import { collectionNamed, type Endpoint } from '../endpoint.ts';
import { collectionDetail } from '../views/collection-view.ts';

/** marketplace-api: GET /api/collections/{addressOrPath}. */
export const collectionEndpoint: Endpoint = {
  path: '/api/collections/:addressOrPath',
  answer: ({ param }, api) => collectionDetail(collectionNamed(api, param('addressOrPath')), api),
};
