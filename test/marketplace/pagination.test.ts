import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnreadPagination, readPagination } from '#src/marketplace/pagination.ts';

const ASKED = { page: 2, limit: 50 };

/** A list of `total` records read in pages of `limit`, at page `at`. */
const reading = fc
  .record({
    total: fc.integer({ min: 0, max: 1_000 }),
    limit: fc.integer({ min: 1, max: 100 }),
    at: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ total, limit, at }) => {
    const pages = Math.max(1, Math.ceil(total / limit));
    const page = Math.min(at, pages);
    const received = Math.min(limit, total - (page - 1) * limit);
    return { total, limit, page, pages, received, hasNext: page < pages };
  });

describe('pagination', () => {
  it('is the same in all four shapes, with numbers as texts, and with each derivable field absent', () => {
    fc.assert(
      fc.property(reading, ({ total, limit, page, pages, received, hasNext }) => {
        const general = {
          page,
          limit,
          total,
          totalPages: pages,
          hasNextPage: hasNext,
          hasPrevPage: page > 1,
        };
        const texts = { total: `${total}`, page: `${page}`, limit: `${limit}`, pages: `${pages}` };
        const shapes = [
          { pagination: general },
          { pagination: { total, page, limit, pages } },
          { pagination: texts },
          { total, currentPage: page, limit, pages, hasMore: hasNext },
          { total, currentPage: page, totalPages: pages },
          { pagination: { ...general, hasNextPage: null } },
          { pagination: { ...general, hasNextPage: null, totalPages: null } },
          { pagination: { total, limit } },
          { pagination: null, total, totalPages: pages },
        ];
        for (const shape of shapes) {
          expect(readPagination(shape, { page, limit }, received)).toEqual({ page, total, hasNext });
        }
      }),
    );
  });

  it('takes a full page for one of several when nothing is reported', () => {
    expect(readPagination([], ASKED, 50)).toEqual({ page: 2, total: null, hasNext: true });
    expect(readPagination([], ASKED, 49)).toEqual({ page: 2, total: null, hasNext: false });
  });

  it('notices that the server gave fewer records than were asked for', () => {
    expect(readPagination({ total: 120 }, { page: 1, limit: 500 }, 100).hasNext).toBe(true);
  });

  it('ends at an empty page whatever the answer says', () => {
    const body = { pagination: { page: 2, hasNextPage: true, total: 500 } };
    expect(readPagination(body, ASKED, 0)).toEqual({ page: 2, total: 500, hasNext: false });
  });

  it('does not take a total that is less than what has come', () => {
    expect(readPagination({ total: 3 }, ASKED, 50).total).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(200), (body, received) => {
        const { page, total } = readPagination(body, ASKED, received);
        return page >= 1 && (total === null || total >= received);
      }),
    );
  });
});

describe('the numbers of a page that cannot be read', () => {
  it('are those that are present and unreadable wherever they stand', () => {
    expect(findUnreadPagination({ pagination: { page: 1, total: 'many', hasNextPage: 'perhaps' } })).toEqual([
      { path: 'total', value: 'many' },
      { path: 'whether there are more', value: 'perhaps' },
    ]);
    expect(findUnreadPagination({ total: 'many', pagination: { total: 7, page: 1 } })).toEqual([]);
    expect(findUnreadPagination([])).toEqual([]);
  });
});
