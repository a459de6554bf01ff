import type { Endpoint } from '../endpoint.ts';
import { activitiesEndpoint } from './activities.ts';
import { collectionEndpoint } from './collection.ts';
import { collectionTokensEndpoint } from './collection-tokens.ts';
import { collectionsEndpoint } from './collections.ts';

/** Every endpoint of the read API that is served. */
export const endpoints: readonly Endpoint[] = [
  collectionsEndpoint,
  collectionEndpoint,
  collectionTokensEndpoint,
  activitiesEndpoint,
];
