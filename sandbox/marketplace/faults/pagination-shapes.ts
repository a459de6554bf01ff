import { isRecord } from './record.ts';

/** The documented shapes by their most characteristic field, and `none`. */
export const paginationShapes = [
  'totalPages in pagination',
  'pages in pagination',
  'hasMore',
  'totalPages',
  'none',
] as const;
type PaginationShape = (typeof paginationShapes)[number];

const TOP_LEVEL = ['total', 'currentPage', 'limit', 'pages', 'totalPages', 'hasMore'];

/** A list's body with its pagination in another shape; a body without pagination is unchanged. */
export function reshaped(body: unknown, shape: PaginationShape): unknown {
  if (!isRecord(body)) return body;
  const own = isRecord(body['pagination']) ? body['pagination'] : body;
  const total = own['total'];
  if (typeof total !== 'number') return body;
  const page = Number(own['page'] ?? own['currentPage'] ?? 1);
  const pages = Number(own['totalPages'] ?? own['pages'] ?? 1);
  const limit = Number(own['limit'] ?? Math.ceil(total / Math.max(1, pages)));
  const rest = Object.fromEntries(
    Object.entries(body).filter(([key]) => key !== 'pagination' && !TOP_LEVEL.includes(key)),
  );
  const shapes: Record<PaginationShape, object> = {
    'totalPages in pagination': {
      pagination: { page, limit, total, totalPages: pages, hasNextPage: page < pages, hasPrevPage: page > 1 },
    },
    'pages in pagination': { pagination: { total, page, limit, pages } },
    hasMore: { total, currentPage: page, limit, pages, hasMore: page < pages },
    totalPages: { total, currentPage: page, totalPages: pages },
    none: {},
  };
  return { ...rest, ...shapes[shape] };
}
