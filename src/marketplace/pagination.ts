import type { Page } from '../domain/page.ts';
import { createFieldReader, isRecord, type JsonRecord, paths } from './decode/record.ts';
import { readCount, readFlag } from './decode/scalar.ts';

// The object forms come first: where both are there, the object is the newer.
const PAGE = paths('pagination.page pagination.currentPage currentPage page');
const LIMIT = paths('pagination.limit limit perPage pageSize');
const TOTAL = paths('pagination.total total totalCount totalItems totalDocs');
const PAGES = paths(`
  pagination.totalPages pagination.pages totalPages pages pagination.total_pages
`);
const HAS_NEXT = paths('pagination.hasNextPage pagination.hasMore hasNextPage hasMore');

/** What was asked for; the answer may say something else. */
export interface Asked {
  readonly page: number;
  /** `null` when no limit was asked for. */
  readonly limit: number | null;
}

/** Everything of a `Page` but its items. */
export type Pagination = Pick<Page<unknown>, 'page' | 'total' | 'hasNext'>;

function positive(value: unknown): number | null {
  const count = readCount(value);
  return count === null || count < 1 ? null : count;
}

/**
 * Reads any of the four pagination shapes (marketplace-api: Pagination shapes) and derives what is absent. A page
 * without records has none after it, whatever it says, so that reading on always ends.
 * @param received how many records the page held, readable or not
 */
export function readPagination(body: unknown, asked: Asked, received: number): Pagination {
  const envelope: JsonRecord = isRecord(body) ? body : {};
  const reader = createFieldReader(envelope);
  const page = reader.first(PAGE, positive) ?? asked.page;
  const told = reader.first(TOTAL, readCount);
  // A total below what is already here counts something else, such as this page.
  const total = told === null || told < received ? null : told;
  const limit = reader.first(LIMIT, positive) ?? asked.limit;
  const pages = reader.first(PAGES, positive);

  function more(): boolean {
    const explicit = reader.first(HAS_NEXT, readFlag);
    if (explicit !== null) return explicit;
    if (pages !== null) return page < pages;
    // The first page tells by its size even where the server gave fewer records than were asked for.
    if (total !== null) return page === 1 ? received < total : page * (limit ?? received) < total;
    return limit !== null && received >= limit;
  }

  return { page, total, hasNext: received > 0 && more() };
}
