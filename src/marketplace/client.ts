import type { Logger } from 'pino';
import type { Activity } from '../domain/activity.ts';
import { type Address, parseAddress } from '../domain/address.ts';
import type { Collection, CollectionSummary } from '../domain/collection.ts';
import type { Page } from '../domain/page.ts';
import type { Token } from '../domain/token.ts';
import { errorIn, listIn, objectIn } from './envelope.ts';
import { BadResponse, NotFound } from './errors.ts';
import { createJsonSource, type Request } from './http.ts';
import { saysNotFound } from './http-failure.ts';
import { decodeActivities } from './map/activity.ts';
import { toCollection, toCollectionSummary } from './map/collection.ts';
import { toToken } from './map/token.ts';
import { readPagination } from './pagination.ts';
import { pathSegment } from './path-segment.ts';
import { createProblemLog } from './problem-log.ts';
import { type TokenQuery, tokenFilter, tokenParameters } from './token-query.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1_024 * 1_024;

/** Arrays of the activities feed (activity-decoding: envelope_array). */
const ACTIVITY_LISTS = ['activities', 'events', 'asset_events', 'transactions', 'sales'] as const;

export interface RequestOptions {
  /** Aborting it makes the call fail with the signal's own reason. */
  readonly signal?: AbortSignal;
}

/**
 * The marketplace's read API. Every method throws `NotFound`, `RateLimited`, `Unavailable` or `BadResponse` and
 * nothing else, except the reason of the caller's own signal.
 */
export interface MarketplaceClient extends AsyncDisposable {
  /** One page of the whitelisted collections. */
  collections(
    query: { page?: number; limit?: number },
    options?: RequestOptions,
  ): Promise<Page<CollectionSummary>>;
  /** One collection by its address or path slug. */
  collection(addressOrPath: string, options?: RequestOptions): Promise<Collection>;
  /**
   * One page of a collection's tokens. A filter that the server ignored is applied to the page here, and `total` is
   * then `null`. The order is the server's.
   */
  tokens(collection: Address, query: TokenQuery, options?: RequestOptions): Promise<Page<Token>>;
  /** One page of the activities feed, in the feed's order. */
  activities(query: { limit?: number; page?: number }, options?: RequestOptions): Promise<Page<Activity>>;
}

function parameters(query: Readonly<Record<string, number | undefined>>): URLSearchParams {
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) result.set(name, String(value));
  return result;
}

function asked(query: { page?: number; limit?: number }): { page: number; limit: number | null } {
  return { page: query.page ?? 1, limit: query.limit ?? null };
}

/**
 * @param deps.baseUrl where the marketplace is, without `/api`; may carry a path prefix
 * @param deps.now epoch milliseconds
 * @param deps.timeoutMs for a whole request, default 10 s
 * @param deps.maxBytes largest answer that is read, default 8 MiB
 * @param deps.traitsParameter what the trait filter is called (the API's document does not say), default `traits`
 * @throws TypeError for a base URL that is none
 */
export function createMarketplaceClient(deps: {
  baseUrl: string;
  log: Logger;
  now: () => number;
  timeoutMs?: number;
  maxBytes?: number;
  traitsParameter?: string;
}): MarketplaceClient {
  const { baseUrl, now, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = MAX_BYTES } = deps;
  const source = createJsonSource({ baseUrl, log: deps.log, now, timeoutMs, maxBytes });
  const problems = createProblemLog(deps);

  /** Asks and decodes; whatever a decoder trips over is the answer's fault. */
  async function ask<T>(request: Request, decode: (body: unknown) => T): Promise<T> {
    const body = await source.get(request);
    try {
      return decode(body);
    } catch (error) {
      if (error instanceof BadResponse || error instanceof NotFound) throw error;
      throw new BadResponse(`the ${request.what} cannot be decoded`, { cause: error });
    }
  }

  function reportUnreadable(what: string, records: readonly unknown[]): void {
    if (records.length > 0) problems.report(`unreadable ${what}`, records.length, records[0]);
  }

  function decodeEach<T>(
    what: string,
    records: readonly unknown[],
    read: (record: unknown) => T | null,
  ): T[] {
    const unreadable: unknown[] = [];
    const items = records.flatMap((record) => {
      const item = read(record);
      if (item === null) unreadable.push(record);
      return item === null ? [] : [item];
    });
    reportUnreadable(what, unreadable);
    return items;
  }

  return {
    async collections(query, options) {
      const what = 'collections';
      const request: Request = {
        path: '/api/collections',
        query: parameters(query),
        what,
        group: 'collections',
        signal: options?.signal,
      };
      return ask(request, (body) => {
        const records = listIn(body, ['collections']);
        const items = decodeEach(what, records, toCollectionSummary);
        const pagination = readPagination(body, asked(query), records.length);
        return { ...pagination, items, unreadable: records.length - items.length };
      });
    },

    async collection(addressOrPath, options) {
      const address = parseAddress(addressOrPath);
      const what = `collection "${addressOrPath.slice(0, 100)}"`;
      const segment = address ?? pathSegment(addressOrPath);
      if (segment === null) throw new NotFound(what);
      const request: Request = {
        path: `/api/collections/${segment}`,
        what,
        group: 'collections',
        signal: options?.signal,
      };
      return ask(request, (body) => {
        const collection = toCollection(objectIn(body, 'collection'), now());
        if (collection === null) {
          if (body === null || saysNotFound(errorIn(body))) throw new NotFound(what);
          throw new BadResponse('there is no collection with an address in it');
        }
        if (address !== null && collection.address !== address) {
          throw new BadResponse(`it is about ${collection.address} instead of ${address}`);
        }
        return collection;
      });
    },

    async tokens(collection, query, options) {
      const what = `tokens of ${collection}`;
      const request: Request = {
        path: `/api/tokens/collection/${collection}`,
        query: tokenParameters(query, deps.traitsParameter ?? 'traits'),
        what,
        group: 'general',
        signal: options?.signal,
      };
      return ask(request, (body) => {
        const records = listIn(body, ['tokens', 'nfts']);
        const readable = decodeEach('tokens', records, (record) => toToken(record, collection));
        const items = readable.filter(tokenFilter(query, records));
        const pagination = readPagination(body, asked(query), records.length);
        const filtered = items.length < readable.length;
        if (filtered) problems.report('token filter ignored', readable.length - items.length, query);
        const total = filtered ? null : pagination.total;
        return { ...pagination, total, items, unreadable: records.length - readable.length };
      });
    },

    async activities(query, options) {
      const what = 'activities';
      const request: Request = {
        path: '/api/activities',
        query: parameters(query),
        what,
        group: 'general',
        // Alerts come of this one: it may use what lookups leave, and is asked for all the time.
        urgent: true,
        repeated: true,
        signal: options?.signal,
      };
      return ask(request, (body) => {
        const records = listIn(body, ACTIVITY_LISTS);
        const { items, unreadable, unknownKinds } = decodeActivities(records, now());
        reportUnreadable(what, unreadable);
        if (unknownKinds.length > 0)
          problems.report('unknown kinds of activity', unknownKinds.length, unknownKinds);
        const pagination = readPagination(body, asked(query), records.length);
        return { ...pagination, items, unreadable: unreadable.length };
      });
    },

    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
