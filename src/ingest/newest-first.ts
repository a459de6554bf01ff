import { GavelError } from '#src/chain/errors.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { FeedRemarks } from '#src/store/model/role-report.ts';
import type { Feed } from './sources.ts';

/** How the marketplace sorts its feed. */
export type FeedOrder = FeedRemarks['order'];

type FeedOptions = Parameters<Feed['activities']>[1];

/** A feed in newest-first order, regardless of the marketplace's order. */
export interface OrderedFeed extends Feed {
  readonly order: FeedOrder;
}

/** With fewer records, an order may be a coincidence. */
const MIN_RECORDS = 5;
/** Share of neighbouring records that may be in the other order, because records appear late. */
const MAX_EXCEPTIONS = 0.1;
/** Enough for a million pages. */
const MAX_DOUBLINGS = 20;
/** Page size to request when the marketplace shows only one page. */
const LARGEST_LIMIT = 500;

/** Returns the order of a page by the times of its records; `null` if it cannot be determined. */
export function orderOf(records: readonly Pick<Activity, 'timestamp'>[]): 'ascending' | 'descending' | null {
  const times = records.flatMap(({ timestamp }) => timestamp ?? []);
  if (times.length < MIN_RECORDS) return null;
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const [up, down] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length];
  const few = (up + down) * MAX_EXCEPTIONS;
  if (up > down && down <= few) return 'ascending';
  return down > up && up <= few ? 'descending' : null;
}

const sizeOf = ({ items, unreadable }: Page<Activity>): number => items.length + unreadable;
const firstKey = ({ items }: Page<Activity>): string | undefined => items[0]?.keys[0];

/** Joins pages of an oldest-first feed into one newest-first page. */
const turned = (...pages: readonly [Page<Activity>, ...Page<Activity>[]]): Page<Activity> => ({
  ...pages[0],
  items: pages.flatMap(({ items }) => items.toReversed()),
  unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
});

type ReadPage = (page: number) => Promise<Page<Activity>>;

/** Finds the last page with records, and its number. @param expected a guess of the number, at least 2 */
async function findLast(
  first: Page<Activity>,
  expected: number,
  read: ReadPage,
): Promise<{ readonly number: number; readonly page: Page<Activity> }> {
  let last = { number: 1, page: first };
  /** The lowest page number known to have no records. */
  let end = Number.POSITIVE_INFINITY;
  async function readAt(number: number): Promise<void> {
    const page = await read(number);
    if (sizeOf(page) === 0) end = number;
    else last = { number, page };
    if (sizeOf(page) > 0 && sizeOf(page) < sizeOf(first)) end = number + 1;
  }
  let next = expected;
  for (let step = 1; end === Number.POSITIVE_INFINITY && step < 2 ** MAX_DOUBLINGS; step *= 2) {
    await readAt(next);
    next += step;
  }
  while (end - last.number > 1 && end !== Number.POSITIVE_INFINITY)
    await readAt(Math.floor((last.number + end) / 2));
  return last;
}

/**
 * Reverses a feed that is sorted oldest first. Its newest records are on its last page, which is found by the reported
 * total or by trying. Page 1 becomes its last two pages, page 2 the one before these.
 * The order is detected from the times on page 1. If there are no further pages, a larger page is requested.
 */
export function createNewestFirst(feed: Feed): OrderedFeed {
  let order: FeedOrder = 'newest first';
  /** Number of the last page, by requested limit. */
  const lastPages = new Map<number, number>();

  async function largest(first: Page<Activity>, options: FeedOptions): Promise<Page<Activity>> {
    const page = await feed.activities({ limit: LARGEST_LIMIT }, options).catch((error: unknown) => {
      if (error instanceof GavelError && error.code === 'MARKETPLACE_BAD_RESPONSE') return first;
      throw error;
    });
    const size = sizeOf(page);
    const isWhole = page.total === null ? size > sizeOf(first) && size < LARGEST_LIMIT : page.total <= size;
    order = isWhole ? 'oldest first' : 'oldest first, one page';
    return page;
  }

  async function fromTheEnd(first: Page<Activity>, limit: number, read: ReadPage): Promise<Page<Activity>> {
    const size = sizeOf(first);
    const expected = first.total === null ? lastPages.get(limit) : Math.ceil(first.total / size);
    const last = await findLast(first, Math.max(2, expected ?? 2), read);
    lastPages.set(limit, last.number);
    if (last.number === 1) return turned(first);
    return turned(last.page, last.number === 2 ? first : await read(last.number - 1));
  }

  return {
    get order() {
      return order;
    },
    async activities({ limit, page: asked = 1 }, options) {
      const read: ReadPage = (page) => feed.activities({ limit, page }, options);
      if (asked > 1) {
        if (order === 'newest first') return read(asked);
        const number = (lastPages.get(limit) ?? 1) - asked;
        if (number < 1) return { items: [], unreadable: 0, page: asked, total: null, hasNext: false };
        return turned(await read(number));
      }
      const first = await read(1);
      const direction = orderOf(first.items);
      if (direction === 'descending') order = 'newest first';
      if (direction === 'descending' || (direction === null && order === 'newest first')) return first;
      if (first.total !== null && first.total <= sizeOf(first)) {
        order = 'oldest first';
        lastPages.set(limit, 1);
        return turned(first);
      }
      // A feed that has never shown a second page may ignore page numbers.
      if (order !== 'oldest first' || (lastPages.get(limit) ?? 1) === 1) {
        const second = await read(2);
        if (firstKey(second) === firstKey(first)) {
          lastPages.set(limit, 1);
          return turned(await largest(first, options));
        }
      }
      order = 'oldest first';
      return fromTheEnd(first, limit, read);
    },
  };
}
