import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeedReader } from '#src/ingest/read-feed.ts';
import type { Feed } from '#src/ingest/sources.ts';
import { BadResponse, Unavailable } from '#src/marketplace/errors.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { FeedStore } from '#src/store/feed.ts';
import type { LateFactsStore } from '#src/store/late-facts.ts';

import { sale, sales } from '../support/build-activity.ts';

interface Deployment {
  readonly records: readonly Activity[];
  /** The largest page that is served. */
  readonly maxLimit?: number;
  readonly refusesAbove?: number;
  readonly ignoresPage?: boolean;
}

function feedOf(deployment: Deployment): Feed & { readonly requests: { limit: number; page: number }[] } {
  const requests: { limit: number; page: number }[] = [];
  return {
    requests,
    async activities({ limit, page = 1 }) {
      requests.push({ limit, page });
      if (limit > (deployment.refusesAbove ?? Number.POSITIVE_INFINITY))
        throw new BadResponse('limit too large');
      const size = Math.min(limit, deployment.maxLimit ?? Number.POSITIVE_INFINITY);
      const start = deployment.ignoresPage === true ? 0 : (page - 1) * size;
      const items = deployment.records.slice(start, start + size);
      return { items, page, total: null, hasNext: false, unreadable: 0 };
    },
  };
}

function inboxOf(
  known: readonly Activity[] | null,
): Pick<FeedStore, 'feedState' | 'known'> &
  Pick<LateFactsStore, 'recordsOfKeys' | 'recordsAtChainPositions' | 'awaitedSince'> {
  const keys = new Set((known ?? []).flatMap((activity) => [...activity.keys]));
  return {
    feedState: async () => (known === null ? 'blank' : known.length === 0 ? 'empty' : 'filled'),
    known: async (asked) => new Set(asked.filter((key) => keys.has(key))),
    recordsOfKeys: async (asked) => asked.map(() => null),
    recordsAtChainPositions: async () => [],
    awaitedSince: async () => null,
  };
}

const signal = new AbortController().signal;
const ids = (activities: readonly Activity[]) => activities.map((activity) => activity.keys[0]);

describe('reading the feed', () => {
  it('costs one request while the oldest record of the page is known', async () => {
    const records = sales(150);
    const feed = feedOf({ records });
    const reading = await createFeedReader({ feed, store: inboxOf(records.slice(3)) })(signal);
    expect(ids(reading.fresh)).toEqual(['id:s150', 'id:s149', 'id:s148']);
    expect(feed.requests).toEqual([{ limit: 100, page: 1 }]);
    expect(reading.gap).toBe(false);
  });

  it('takes the first poll without reading further', async () => {
    const feed = feedOf({ records: sales(500) });
    const reading = await createFeedReader({ feed, store: inboxOf(null) })(signal);
    expect(reading).toMatchObject({ baseline: true, read: 100, gap: false });
    expect(feed.requests).toHaveLength(1);
  });

  it('asks for a larger page when more happened than one page shows', async () => {
    const records = sales(600);
    const feed = feedOf({ records });
    const reading = await createFeedReader({ feed, store: inboxOf(records.slice(250)) })(signal);
    expect(reading.fresh).toHaveLength(250);
    expect(feed.requests).toEqual([
      { limit: 100, page: 1 },
      { limit: 500, page: 1 },
    ]);
  });

  it.each([
    ['caps the limit', { maxLimit: 100 }],
    ['caps the limit below what is asked for', { maxLimit: 50 }],
    ['refuses larger limits', { refusesAbove: 100 }],
  ])('goes from page to page when the marketplace %s', async (_, behaviour) => {
    const records = sales(600);
    const feed = feedOf({ records, ...behaviour });
    const reading = await createFeedReader({ feed, store: inboxOf(records.slice(330)) })(signal);
    expect(new Set(ids(reading.fresh)).size).toBe(330);
    expect(reading.gap).toBe(false);
  });

  it('falls back to the documented limit where a hundred is refused, and remembers it', async () => {
    const records = sales(60);
    const feed = feedOf({ records, refusesAbove: 50 });
    const read = createFeedReader({ feed, store: inboxOf(records.slice(2)) });
    expect((await read(signal)).fresh).toHaveLength(2);
    await read(signal);
    expect(feed.requests.map(({ limit }) => limit)).toEqual([100, 50, 50]);
  });

  it('is not satisfied by one known record among the newest', async () => {
    const records = sales(400);
    const known = [records[5], ...records.slice(180)].filter((activity) => activity !== undefined);
    const reading = await createFeedReader({ feed: feedOf({ records }), store: inboxOf(known) })(signal);
    expect(reading.fresh).toHaveLength(179);
  });

  it('notices a gap when nothing that can be read is known', async () => {
    const feed = feedOf({ records: sales(300), maxLimit: 100, ignoresPage: true });
    const reading = await createFeedReader({ feed, store: inboxOf([sale({ id: 'long ago' })]) })(signal);
    expect(reading.gap).toBe(true);
    expect(reading.fresh).toHaveLength(100);
    expect(feed.requests.length).toBeLessThan(6);
  });

  it('calls it no gap where the feed shows fewer records than when some were last known', async () => {
    const known = sales(50);
    const deployment = { records: known };
    const read = createFeedReader({ feed: feedOf(deployment), store: inboxOf(known) });
    expect(await read(signal)).toMatchObject({ gap: false, hasShrunk: false });
    for (const from of [100, 200]) {
      deployment.records = sales(20, from);
      expect(await read(signal)).toMatchObject({ gap: false, hasShrunk: true });
    }
    deployment.records = sales(50, 300);
    expect(await read(signal)).toMatchObject({ gap: true, hasShrunk: false });
  });

  it('does not call it a gap when there was nothing to know', async () => {
    const reading = await createFeedReader({ feed: feedOf({ records: sales(3) }), store: inboxOf([]) })(
      signal,
    );
    expect(reading).toMatchObject({ baseline: false, gap: false });
    expect(reading.fresh).toHaveLength(3);
  });

  it('reads a record once though the page shows it twice under two ids', async () => {
    const twin = sale({ id: 'x' });
    const records = [
      sale({ id: 'y', ...{ keys: ['id:y', 'log:1'] } }),
      { ...twin, keys: ['id:x', 'log:1'] as const },
    ];
    const reading = await createFeedReader({ feed: feedOf({ records }), store: inboxOf([]) })(signal);
    expect(reading.fresh).toHaveLength(1);
  });

  it('rejects with the marketplace’s error when a further page fails, so that nothing is skipped', async () => {
    const records = sales(400);
    const whole = feedOf({ records, maxLimit: 100 });
    const feed: Feed = {
      activities: (query, options) =>
        query.page === 3 ? Promise.reject(new Unavailable('reset')) : whole.activities(query, options),
    };
    const read = createFeedReader({ feed, store: inboxOf(records.slice(350)) });
    await expect(read(signal)).rejects.toThrow(Unavailable);
  });

  it('finds everything new whatever the page size and however much happened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 20, max: 500 }),
        fc.integer({ min: 1, max: 200 }),
        async (happened, maxLimit, knownCount) => {
          fc.pre(happened <= maxLimit * 15);
          const records = sales(happened + knownCount);
          const reading = await createFeedReader({
            feed: feedOf({ records, maxLimit }),
            store: inboxOf(records.slice(happened)),
          })(signal);
          expect(new Set(ids(reading.fresh)).size).toBe(happened);
          expect(reading.fresh).toHaveLength(happened);
        },
      ),
      { numRuns: 60 },
    );
  });
});
