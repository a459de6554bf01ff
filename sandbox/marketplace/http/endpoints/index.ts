import type { Endpoint } from '../endpoint.ts';
import { activitiesEndpoint } from './activities.ts';
import { auctionsEndpoint } from './auctions.ts';
import { collectionEndpoint } from './collection.ts';
import { collectionHoldersEndpoint } from './collection-holders.ts';
import { collectionTokensEndpoint } from './collection-tokens.ts';
import { collectionTraitsEndpoint } from './collection-traits.ts';
import { collectionsEndpoint } from './collections.ts';
import { offersEndpoint } from './offers.ts';
import { tokenEndpoint } from './token.ts';
import { userNftsEndpoint } from './user-nfts.ts';
import { userProfileEndpoint } from './user-profile.ts';

/** Every endpoint of the read API, in the document's order, then those that only some deployments have. */
export const endpoints: readonly Endpoint[] = [
  collectionsEndpoint,
  collectionEndpoint,
  collectionTraitsEndpoint,
  collectionHoldersEndpoint,
  collectionTokensEndpoint,
  userProfileEndpoint,
  userNftsEndpoint,
  auctionsEndpoint,
  activitiesEndpoint,
  tokenEndpoint,
  offersEndpoint,
];
