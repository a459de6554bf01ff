import type { Page, SortedPage } from '../../domain/page.ts';
import { listIn } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import type { JsonSource, Request } from '../http.ts';
import { type AskedOrder, inAskedOrder } from '../order-check.ts';
import { readPagination } from '../pagination.ts';
import type { ProblemLog } from '../problem-log.ts';

export interface RequestOptions {
  /** Aborting it makes the call fail with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Which part of a list is asked for (marketplace-api: Common query parameters). */
export interface PageQuery {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** marketplace-api: Limits. */
const DOCUMENTED_MAXIMUM = 100;

/** A limit that the document allows. */
export function allowedLimit(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.min(limit, DOCUMENTED_MAXIMUM);
}

/** The query as URL parameters; what is `undefined` is left out. */
export function parameters(
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): URLSearchParams {
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) result.set(name, String(value));
  return result;
}

/** How a list is read. */
export interface ListReading<T> {
  /** What the records are called in the log. */
  readonly what: string;
  /** What the array may be called, the documented name first. */
  readonly names: readonly [string, ...string[]];
  readonly asked: PageQuery;
  /** `null` for a record that cannot be read. */
  readonly read: (record: unknown) => T | null;
  /**
   * What of the readable items was asked for, as far as the records tell; a server may ignore a filter whose name it
   * does not know.
   */
  readonly filter?: (records: readonly unknown[]) => (item: T) => boolean;
  readonly order?: AskedOrder<T> | null;
}

/** What all endpoints need: requests, and lists read record by record. */
export interface Asking {
  readonly now: () => number;
  /** ms of a clock that only goes forward. */
  readonly monotonic: () => number;
  readonly problems: ProblemLog;
  /** Asks and decodes; whatever a decoder trips over is the answer's fault. */
  ask<T>(request: Request, decode: (body: unknown) => T): Promise<T>;
  /**
   * A list answer as a page. Filters and orders that the server ignored are applied to it, and its `total` is then
   * `null`, its `sorted` `false`.
   * @throws BadResponse when there is no list
   */
  list<T>(body: unknown, reading: ListReading<T>): SortedPage<T>;
  /** Counts and samples records that could not be read. */
  reportUnreadable(what: string, records: readonly unknown[]): void;
}

export function createAsking(deps: {
  source: Pick<JsonSource, 'get'>;
  problems: ProblemLog;
  now: () => number;
  monotonic: () => number;
}): Asking {
  const { source, problems, now, monotonic } = deps;

  function reportUnreadable(what: string, records: readonly unknown[]): void {
    if (records.length > 0) problems.report(`unreadable ${what}`, records.length, records[0]);
  }

  return {
    now,
    monotonic,
    problems,
    reportUnreadable,
    async ask(request, decode) {
      const body = await source.get(request);
      try {
        return decode(body);
      } catch (error) {
        if (error instanceof BadResponse || error instanceof NotFound) throw error;
        throw new BadResponse(`the ${request.what} cannot be decoded`, { cause: error });
      }
    },
    list(body, { what, names, asked, read, filter, order }) {
      const records = listIn(body, names);
      const results = records.map((record) => ({ record, item: read(record) }));
      reportUnreadable(
        what,
        results.filter(({ item }) => item === null).map(({ record }) => record),
      );
      const readable = results.flatMap(({ item }) => (item === null ? [] : [item]));
      const wanted = filter === undefined ? readable : readable.filter(filter(records));
      const pagination = pageOf(body, asked, records.length);
      const ignored = readable.length - wanted.length;
      if (ignored > 0) problems.report(`filter of ${what} ignored`, ignored, asked);
      const whole = pagination.page === 1 && !pagination.hasNext;
      const { items, sorted } = inAskedOrder(wanted, order ?? null, whole);
      if (sorted === false) problems.report(`order of ${what} ignored`, 1, asked);
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

/** Page, total and whether there is more, as the answer tells it. */
export function pageOf(
  body: unknown,
  asked: PageQuery,
  received: number,
): Pick<Page<unknown>, 'page' | 'total' | 'hasNext'> {
  return readPagination(body, { page: asked.page ?? 1, limit: asked.limit ?? null }, received);
}
