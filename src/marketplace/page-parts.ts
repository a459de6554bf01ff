import { MINUTE_MS } from '#src/chain/durations.ts';
import { TooLarge } from './errors.ts';
import type { SortedPage } from './requested-order.ts';

/** A page of a list that may have been read in parts. */
export interface PartedPage<T> extends SortedPage<T> {
  /** Positions in the list, counted from 1, of records too large to be read alone; also counted as unreadable. */
  readonly tooLarge: readonly number[];
}

/** A part of a list. */
interface Part {
  /** The query without page and limit. */
  readonly list: string;
  readonly page: number;
  readonly limit: number;
}

/** Pages that were too large are requested as a whole again after this time. */
const REMEMBERED_MS = 10 * MINUTE_MS;
const MAX_REMEMBERED = 1_000;

/** Returns the largest divisor up to half, so that whole smaller pages cover the page: 100, 50, 25, 5, 1. */
function smallerLimit(limit: number): number {
  let part = Math.floor(limit / 2);
  while (part > 1 && limit % part !== 0) part -= 1;
  return Math.max(1, part);
}

/** Merges the parts of a page; the last ones may be missing at the end of the list. */
function merged<T>(parts: readonly PartedPage<T>[], { page, limit }: Part): PartedPage<T> {
  const total = parts.findLast((part) => part.total !== null)?.total ?? null;
  const last = parts.at(-1);
  return {
    items: parts.flatMap(({ items }) => items),
    page,
    total,
    hasNext: total === null ? last?.hasNext === true : page * limit < total,
    unreadable: parts.reduce((sum, { unreadable }) => sum + unreadable, 0),
    sorted: parts.some(({ sorted }) => sorted === false) ? false : (parts[0]?.sorted ?? null),
    tooLarge: parts.flatMap(({ tooLarge }) => tooLarge),
  };
}

/**
 * Reads pages that may be too large. Such a page is read in smaller pages, down to single records, and a record that is
 * too large alone is left out. For ten minutes, pages that were too large are requested in parts immediately, because
 * each attempt costs the full size limit.
 * @param monotonic ms
 */
export function createPartedReader(monotonic: () => number) {
  const tooLargeSince = new Map<string, number>();

  function isKnownTooLarge(key: string): boolean {
    const since = tooLargeSince.get(key);
    return since !== undefined && monotonic() - since < REMEMBERED_MS;
  }

  return async function readParted<T>(
    part: Part,
    read: (part: Pick<Part, 'page' | 'limit'>) => Promise<SortedPage<T>>,
  ): Promise<PartedPage<T>> {
    const { list, page, limit } = part;
    const key = `${list} ${page} ${limit}`;
    // Another record may have moved to the position of a single one.
    if (limit === 1 || !isKnownTooLarge(key)) {
      try {
        return { ...(await read({ page, limit })), tooLarge: [] };
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        if (limit === 1)
          return {
            items: [],
            page,
            total: null,
            hasNext: true,
            unreadable: 1,
            sorted: null,
            tooLarge: [page],
          };
        if (tooLargeSince.size >= MAX_REMEMBERED) tooLargeSince.clear();
        tooLargeSince.set(key, monotonic());
      }
    }
    const smaller = smallerLimit(limit);
    const first = ((page - 1) * limit) / smaller + 1;
    const parts: PartedPage<T>[] = [];
    for (let next = first; next < first + limit / smaller; next += 1) {
      const one = await readParted({ list, page: next, limit: smaller }, read);
      parts.push(one);
      if (!one.hasNext) break;
    }
    return merged(parts, part);
  };
}
