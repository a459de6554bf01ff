import type { CollectionMarket, TokenState } from '../world/collection-market.ts';
import type { Feed } from '../world/feed.ts';
import type { Market } from '../world/market.ts';
import type { User } from '../world/people/people.ts';
import type { Deployment } from './deployment.ts';
import { ApiError } from './errors.ts';
import type { Query } from './query.ts';

/** What the endpoints read. */
export interface Api {
  readonly market: Market;
  readonly feed: Feed;
  /** Where the server is reached, without a slash at the end. */
  readonly url: () => string;
  /** Wall ms. */
  readonly now: () => number;
  readonly maxLimit: number;
}

/** What a caller asked an endpoint. */
interface Asked {
  /** A segment of the path, with its percent-escapes undone. */
  readonly param: (name: string) => string;
  readonly query: Query;
}

/** A parameter of a query, as the sandbox's page tells of it. */
export interface Parameter {
  readonly name: string;
  readonly type: 'number' | 'boolean' | 'string';
  readonly note: string;
  /** The words that are accepted. */
  readonly choices?: readonly string[];
}

/** One GET endpoint of the read API; `answer` gives the body, or throws an ApiError. */
export interface Endpoint {
  /** A path with `:named` segments. */
  readonly path: string;
  /** What it answers, in a sentence. */
  readonly summary: string;
  /** Every parameter that it reads: asking for another one throws. */
  readonly parameters: readonly Parameter[];
  /** Some paths with queries that work in this world. */
  examples(api: Api): readonly string[];
  /** Whether a deployment has it; left out for what every one has. */
  readonly offered?: (deployment: Deployment) => boolean;
  answer(asked: Asked, api: Api): unknown;
}

/** The collection at an address or a path. Throws a 404. */
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

/** The user behind an address or a name. Throws a 404. */
export function userNamed(api: Api, identifier: string): User {
  const user = api.market.people.find(identifier);
  if (user === undefined) throw new ApiError(404, 'User not found');
  return user;
}
