import type { PageQuery } from './query.ts';

/** The items of a page. */
export function pageOf<T>(items: readonly T[], { page, limit }: PageQuery): readonly T[] {
  return items.slice((page - 1) * limit, page * limit);
}

/** marketplace-api: Pagination shapes, general form. */
export function generalPagination({ page, limit }: PageQuery, total: number): object {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
}

/** marketplace-api: Pagination shapes, short form. */
export function shortPagination({ page, limit }: PageQuery, total: number): object {
  return { total, page, limit, pages: Math.ceil(total / limit) };
}
