import type { CollectionMarket, TokenState } from '../world/collection-market.ts';
import type { Feed } from '../world/feed.ts';
import type { Market } from '../world/market.ts';
import type { User } from '../world/people/user-registry.ts';
import type { Deployment } from './deployment.ts';
import { ApiError } from './errors.ts';
import type { Query } from './query.ts';

/** What endpoints read from. */
export interface Api {
  readonly market: Market;
  readonly feed: Feed;
  /** The server's address, without a trailing slash. */
  readonly url: () => string;
  /** Wall ms. */
  readonly now: () => number;
  readonly maxLimit: number;
}

/** The parameters of a request. */
interface RequestParts {
  /** A path parameter, percent-decoded. */
  readonly param: (name: string) => string;
  readonly query: Query;
}

/** A query parameter, as the sandbox's page describes it. */
export interface Parameter {
  readonly name: string;
  readonly type: 'number' | 'boolean' | 'string';
  readonly note: string;
  /** The accepted values. */
  readonly choices?: readonly string[];
}

/** One GET endpoint of the read API; `answer` returns the body, or throws an ApiError. */
export interface Endpoint {
  /** A path with `:name` parameters. */
  readonly path: string;
  /** What it answers, in a sentence. */
  readonly summary: string;
  /** Every parameter that it reads: reading another one throws. */
  readonly parameters: readonly Parameter[];
  /** Some paths with queries that work in this world. */
  examples(api: Api): readonly string[];
  /** Whether a deployment has it; absent for endpoints that all deployments have. */
  readonly offered?: (deployment: Deployment) => boolean;
  answer(asked: RequestParts, api: Api): unknown;
}

/** The collection with an address or a path. Throws a 404. */
export function collectionNamed(api: Api, addressOrPath: string): CollectionMarket {
  const collection = api.market.at(addressOrPath) ?? api.market.atPath(addressOrPath);
  if (collection === undefined) throw new ApiError(404, 'Collection not found');
  return collection;
}

/** The token with an id in a collection. Throws a 404. */
export function tokenNamed(collection: CollectionMarket, tokenId: string): TokenState {
  const token = collection.token(tokenId);
  if (token === undefined) throw new ApiError(404, 'Token not found');
  return token;
}

/** The user with an address or a name. Throws a 404. */
export function userNamed(api: Api, identifier: string): User {
  const user = api.market.people.find(identifier);
  if (user === undefined) throw new ApiError(404, 'User not found');
  return user;
}
