import { describe, expect, it } from 'vitest';
import { watchFeed } from '../../src/join/feed-watch.ts';
import { sale } from '../support/build-activity.ts';

const NOW = 1_767_225_600;

/** A watched feed that tells of events at these seconds, or fails. */
function watched(...pages: readonly (readonly (number | null)[] | Error)[]) {
  const left = [...pages];
  return watchFeed(
    {
      async activities() {
        const times = left.shift() ?? [];
        if (times instanceof Error) throw times;
        const items = times.map((timestamp) => sale({ timestamp }));
        return { items, page: 1, total: null, hasNext: false, unreadable: 0 };
      },
    },
    () => NOW * 1_000,
  );
}

const read = (feed: ReturnType<typeof watched>) =>
  feed.activities({ limit: 100 }, { signal: new AbortController().signal });

describe('a watched feed', () => {
  it('knows nothing before it was read', () => {
    const feed = watched();
    expect([feed.readAt, feed.newestEventAt]).toEqual([null, null]);
  });

  it('notes when it was read and the newest event of all', async () => {
    const feed = watched([NOW - 50, NOW - 10, null], [NOW - 30]);
    await read(feed);
    await read(feed);
    expect([feed.readAt, feed.newestEventAt]).toEqual([NOW * 1_000, (NOW - 10) * 1_000]);
  });

  it('does not take the future for news', async () => {
    const feed = watched([NOW + 900]);
    await read(feed);
    expect(feed.newestEventAt).toBe(NOW * 1_000);
  });

  it('notes nothing of a look that failed', async () => {
    const feed = watched(new Error('down'));
    await expect(read(feed)).rejects.toThrow('down');
    expect(feed.readAt).toBeNull();
  });
});
