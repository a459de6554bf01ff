import type { CollectionMarket } from '../world/collection-market.ts';
import type { Feed } from '../world/feed.ts';
import type { Market } from '../world/market.ts';
import { ApiError } from './errors.ts';

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
  readonly query: URLSearchParams;
}

/** One GET endpoint of the read API; `answer` gives the body, or throws an ApiError. */
export interface Endpoint {
  /** A path with `:named` segments. */
  readonly path: string;
  answer(asked: Asked, api: Api): unknown;
}

/** The collection at an address or a path. Throws a 404. */
export function collectionNamed(api: Api, addressOrPath: string): CollectionMarket {
  const collection = api.market.at(addressOrPath) ?? api.market.atPath(addressOrPath);
  if (collection === undefined) throw new ApiError(404, 'Collection not found');
  return collection;
}
