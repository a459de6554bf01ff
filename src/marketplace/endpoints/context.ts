import { eachInSteps } from '#src/chain/steps.ts';
import type { Schema } from '../decode/resource.ts';
import { readList } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import { finishInChunks } from '../finish-in-chunks.ts';
import type { JsonSource, Request } from '../http.ts';
import type { OwnCoin } from '../own-coin.ts';
import { type Page, readPagination } from '../pagination.ts';
import type { ProblemLog } from '../problem-log.ts';
import { applyRequestedOrder, type RequestedOrder, type SortedPage } from '../requested-order.ts';

export interface RequestOptions {
  /** If aborted, the call fails with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The requested part of a list (marketplace-api: Common query parameters). */
export interface PageQuery {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** marketplace-api: Limits. */
const DOCUMENTED_MAXIMUM = 100;

/** Caps the limit at the documented maximum. */
export function allowedLimit(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.min(limit, DOCUMENTED_MAXIMUM);
}

/** Converts the query to URL parameters, without `undefined` values. */
export function parameters(
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): URLSearchParams {
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) result.set(name, String(value));
  return result;
}

/** Instructions for reading a list. */
export interface ListReading<T> {
  /** Name of the records in the log. */
  readonly what: string;
  /** Possible names of the array, the documented one first. */
  readonly names: readonly [string, ...string[]];
  readonly requested: PageQuery;
  readonly schema: Schema<T>;
  /**
   * Applies the requested filter again, as far as the records allow, because a server may ignore unknown filter
   * parameters.
   */
  readonly filter?: (records: readonly unknown[]) => (item: T) => boolean;
  readonly order?: RequestedOrder<T> | null;
}

/**
 * Called for each record that an endpoint reads.
 * @param list name of the list that it is in, `null` for an answer about one thing
 */
export type OnRecord = (record: unknown, schema: Schema, list: string | null) => void;

/** What all endpoints share: requests, and lists that are decoded record by record. */
export interface EndpointContext {
  readonly ownCoin: OwnCoin;
  readonly now: () => number;
  /** Returns the monotonic clock's time, ms. */
  readonly monotonic: () => number;
  readonly problems: ProblemLog;
  /** Sends a request and decodes its answer; an error of `decode` becomes a `BadResponse`. */
  ask<T>(request: Request, decode: (body: unknown) => T | Promise<T>): Promise<T>;
  /** A record as its schema reads it; `null` if it cannot be read. @param list name of the list that it is in */
  read<T>(record: unknown, schema: Schema<T>, list?: string): T | null;
  /**
   * Reads a list answer as a page. A filter that the server ignored is applied here, and `total` is then `null`. An
   * order that it ignored is applied within the page, and `sorted` is then `false` unless the page is the whole list.
   * Yields to the event loop while it reads a long list.
   * @throws BadResponse if there is no list
   */
  list<T>(body: unknown, reading: ListReading<T>): Promise<SortedPage<T>>;
  /** Logs the number of undecodable records, with a sample. */
  reportUnreadable(what: string, records: readonly unknown[]): void;
}

export function createEndpointContext(deps: {
  source: Pick<JsonSource, 'get'>;
  problems: ProblemLog;
  now: () => number;
  monotonic: () => number;
  ownCoin: OwnCoin;
  onRecord?: OnRecord | undefined;
}): EndpointContext {
  const { source, problems, now, monotonic, ownCoin, onRecord } = deps;

  function read<T>(record: unknown, schema: Schema<T>, list: string | null = null): T | null {
    onRecord?.(record, schema, list);
    return schema.safeParse(record).data ?? null;
  }

  function reportUnreadable(what: string, records: readonly unknown[]): void {
    if (records.length > 0) problems.report(`unreadable ${what}`, records.length, records[0]);
  }

  return {
    ownCoin,
    now,
    monotonic,
    problems,
    reportUnreadable,
    read,
    async ask(request, decode) {
      const body = await source.get(request);
      try {
        return await decode(body);
      } catch (error) {
        if (error instanceof BadResponse || error instanceof NotFound) throw error;
        throw new BadResponse(`the ${request.what} cannot be decoded`, { cause: error });
      }
    },
    async list<T>(body: unknown, { what, names, requested, schema, filter, order }: ListReading<T>) {
      const records = readList(body, names);
      const results: { readonly record: unknown; readonly item: T | null }[] = [];
      await finishInChunks(
        eachInSteps(
          records,
          1,
          (record) => void results.push({ record, item: read(record, schema, names[0]) }),
        ),
      );
      reportUnreadable(
        what,
        results.filter(({ item }) => item === null).map(({ record }) => record),
      );
      const readable = results.flatMap(({ item }) => (item === null ? [] : [item]));
      const wanted = filter === undefined ? readable : readable.filter(filter(records));
      const pagination = pageOf(body, requested, records.length);
      const ignored = readable.length - wanted.length;
      if (ignored > 0) problems.report(`filter of ${what} ignored`, ignored, requested);
      const isComplete = pagination.page === 1 && !pagination.hasNext;
      const { items, sorted } = applyRequestedOrder(wanted, order ?? null, isComplete);
      if (sorted === false) problems.report(`order of ${what} ignored`, 1, requested);
      return {
        ...pagination,
        total: ignored > 0 ? null : pagination.total,
        items,
        sorted,
        unreadable: records.length - readable.length,
      };
    },
  };
}

/** Reads page number, total and whether there are more pages, from the answer. */
export function pageOf(
  body: unknown,
  requested: PageQuery,
  received: number,
): Pick<Page<unknown>, 'page' | 'total' | 'hasNext'> {
  return readPagination(body, { page: requested.page ?? 1, limit: requested.limit ?? null }, received);
}
