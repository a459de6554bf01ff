import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNewestFirst, orderOf } from '#src/ingest/newest-first.ts';
import type { Feed } from '#src/ingest/sources.ts';
import { BadResponse } from '#src/marketplace/errors.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { sales } from '../support/build-activity.ts';

interface Deployment {
  readonly maxLimit?: number;
  readonly refusesAbove?: number;
  readonly ignoresPage?: boolean;
  readonly hidesTotal?: boolean;
}

/** The records, oldest first. */
function feedOf(records: () => readonly Activity[], deployment: Deployment = {}) {
  const requests: { limit: number; page: number }[] = [];
  const feed: Feed = {
    async activities({ limit, page = 1 }) {
      requests.push({ limit, page });
      if (limit > (deployment.refusesAbove ?? limit)) throw new BadResponse('limit too large');
      const size = Math.min(limit, deployment.maxLimit ?? limit);
      const start = deployment.ignoresPage === true ? 0 : (page - 1) * size;
      const items = records().slice(start, start + size);
      const total = deployment.hidesTotal === true ? null : records().length;
      return { items, page, total, hasNext: items.length === size, unreadable: 0 };
    },
  };
  return { feed, requests };
}

const options = { signal: new AbortController().signal };
const ids = (records: readonly Activity[]) => records.map(({ keys }) => keys[0]);

describe('a feed that is sorted oldest first', () => {
  it('is read from its end, whatever its length, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 700 }),
        fc.integer({ min: 5, max: 120 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 4 }),
        async (count, maxLimit, hidesTotal, growth) => {
          let newestFirst = sales(count);
          const { feed } = feedOf(() => newestFirst.toReversed(), { maxLimit, hidesTotal });
          const ordered = createNewestFirst(feed);
          for (const more of [0, ...growth]) {
            newestFirst = [...sales(more, newestFirst.length), ...newestFirst];
            const read: Activity[] = [];
            for (let page = 1; ; page += 1) {
              const { items } = await ordered.activities({ limit: 100, page }, options);
              if (items.length === 0) break;
              read.push(...items);
            }
            expect(ids(read)).toEqual(ids(newestFirst));
            expect(ordered.order).toBe('oldest first');
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('costs four requests at the first poll, and three at each one after it', async () => {
    const { feed, requests } = feedOf(() => sales(950).toReversed());
    const ordered = createNewestFirst(feed);
    await ordered.activities({ limit: 100 }, options);
    expect(requests.map(({ page }) => page)).toEqual([1, 2, 10, 9]);
    requests.length = 0;
    const page = await ordered.activities({ limit: 100 }, options);
    expect(requests.map(({ page }) => page)).toEqual([1, 10, 9]);
    expect(page.items).toHaveLength(150);
  });

  it('is read whole with a larger limit where pages are ignored', async () => {
    const { feed } = feedOf(() => sales(300).toReversed(), { ignoresPage: true });
    const ordered = createNewestFirst(feed);
    expect(ids((await ordered.activities({ limit: 100 }, options)).items)).toEqual(ids(sales(300)));
    expect(ordered.order).toBe('oldest first');
  });

  it.each([
    ['at once', 150],
    ['only once it has more than one page', 60],
  ])('shows new records at each poll where pages are ignored, which shows %s', async (_, count) => {
    let newestFirst = sales(count);
    const { feed } = feedOf(() => newestFirst.toReversed(), { ignoresPage: true });
    const ordered = createNewestFirst(feed);
    for (const more of [0, 60, 60]) {
      newestFirst = [...sales(more, newestFirst.length), ...newestFirst];
      expect(ids((await ordered.activities({ limit: 100 }, options)).items)).toEqual(ids(newestFirst));
    }
  });

  it.each([
    ['there is no larger page', { ignoresPage: true, maxLimit: 100 }],
    ['a larger limit is refused', { ignoresPage: true, refusesAbove: 100 }],
  ])('is reported as unreadable where pages are ignored and %s', async (_, deployment) => {
    const { feed } = feedOf(() => sales(300).toReversed(), deployment);
    const ordered = createNewestFirst(feed);
    expect((await ordered.activities({ limit: 100 }, options)).items).toHaveLength(100);
    expect(ordered.order).toBe('oldest first, one page');
  });

  it('may be sorted newest first later', async () => {
    let records = sales(300).toReversed();
    const { feed } = feedOf(() => records);
    const ordered = createNewestFirst(feed);
    await ordered.activities({ limit: 100 }, options);
    records = sales(300);
    expect(ids((await ordered.activities({ limit: 100 }, options)).items)).toEqual(
      ids(sales(300).slice(0, 100)),
    );
    expect(ordered.order).toBe('newest first');
  });
});

describe('the order of a page', () => {
  it('is unknown where all records are of one second', () => {
    expect(orderOf(Array.from({ length: 20 }, () => ({ timestamp: 1 })))).toBeNull();
  });
});

describe('a feed that is sorted newest first', () => {
  it('is passed on as it is, also with a few late records and with equal times', async () => {
    const [first, second, ...rest] = sales(50);
    const records = [second, first, ...rest].flatMap((one) => one ?? []);
    const { feed, requests } = feedOf(() => records);
    const ordered = createNewestFirst(feed);
    expect(ids((await ordered.activities({ limit: 100 }, options)).items)).toEqual(ids(records));
    expect(ordered.order).toBe('newest first');
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['in no order', [3, 1, 4, 1, 5, 9, 2, 6]],
    ['of one second', [1, 1, 1, 1, 1, 1]],
    ['of which there are few', [1, 2, 3, 4]],
  ])('is not taken for another one by records %s', async (_, times) => {
    const records = sales(times.length).map((one, index) => ({ ...one, timestamp: times[index] ?? null }));
    const ordered = createNewestFirst(feedOf(() => records).feed);
    expect(ids((await ordered.activities({ limit: 100 }, options)).items)).toEqual(ids(records));
    expect(ordered.order).toBe('newest first');
  });
});
