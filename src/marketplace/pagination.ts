import { createFieldReader, isRecord, type JsonRecord, paths } from './decode/record.ts';
import { readCount, readFlag } from './decode/scalar.ts';
import type { Unread } from './decode/unread.ts';

/** One page of a list, from any of the API's four pagination formats; missing values are derived. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Counted from 1. */
  readonly page: number;
  /** Number of items on all pages; `null` if unknown. */
  readonly total: number | null;
  readonly hasNext: boolean;
  /** Number of records of this page that could not be decoded; they are not in `items`. */
  readonly unreadable: number;
}

// The object forms come first, because they are newer.
const PAGE = paths('pagination.page pagination.currentPage currentPage page');
const LIMIT = paths('pagination.limit limit perPage pageSize');
const TOTAL = paths('pagination.total total totalCount totalItems totalDocs');
const PAGES = paths(`
  pagination.totalPages pagination.pages totalPages pages pagination.total_pages
`);
const HAS_NEXT = paths('pagination.hasNextPage pagination.hasMore hasNextPage hasMore');

/** The values of a page's numbers that cannot be read, by what they are. */
export function findUnreadPagination(body: unknown): readonly Unread[] {
  const reader = createFieldReader(isRecord(body) ? body : {});
  const unread = (
    path: string,
    fields: typeof PAGE,
    read: (value: unknown) => unknown,
  ): readonly Unread[] => {
    if (reader.first(fields, read) !== null) return [];
    const present = reader.first(fields, (value) => ({ value }));
    return present === null ? [] : [{ path, value: present.value }];
  };
  return [
    ...unread('page', PAGE, readCount),
    ...unread('limit', LIMIT, readCount),
    ...unread('total', TOTAL, readCount),
    ...unread('number of pages', PAGES, readCount),
    ...unread('whether there are more', HAS_NEXT, readFlag),
  ];
}

/** The requested page; the answer may differ. */
export interface RequestedPage {
  readonly page: number;
  /** `null` if no limit was requested. */
  readonly limit: number | null;
}

/** All fields of a `Page` except its items. */
export type Pagination = Pick<Page<unknown>, 'page' | 'total' | 'hasNext'>;

function positive(value: unknown): number | null {
  const count = readCount(value);
  return count === null || count < 1 ? null : count;
}

/**
 * Reads any of the four pagination formats (marketplace-api: Pagination shapes) and derives absent values. A page
 * without records is always the last one, so that reading all pages always ends.
 * @param received number of records on the page, readable or not
 */
export function readPagination(body: unknown, requested: RequestedPage, received: number): Pagination {
  const envelope: JsonRecord = isRecord(body) ? body : {};
  const reader = createFieldReader(envelope);
  const page = reader.first(PAGE, positive) ?? requested.page;
  const reported = reader.first(TOTAL, readCount);
  // A total below the number of records up to this page counts something else, such as this page, because no earlier
  // page was shorter.
  const total = reported === null || reported < page * received ? null : reported;
  const limit = reader.first(LIMIT, positive) ?? requested.limit;
  const pages = reader.first(PAGES, positive);

  function more(): boolean {
    const explicit = reader.first(HAS_NEXT, readFlag);
    if (explicit !== null) return explicit;
    if (pages !== null) return page < pages;
    // The first page's size is the actual limit, which may be smaller than the requested one.
    if (total !== null) return page === 1 ? received < total : page * (limit ?? received) < total;
    return limit !== null && received >= limit;
  }

  return { page, total, hasNext: received > 0 && more() };
}
