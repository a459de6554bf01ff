import { describe, expect, it } from 'vitest';
import { observeFeed } from '#src/ingest/observe-feed.ts';
import { sale } from '../support/build-activity.ts';

const NOW = 1_767_225_600;

/** A watched feed with events at these seconds, or one that fails. */
function watched(...pages: readonly (readonly (number | null)[] | Error)[]) {
  const left = [...pages];
  return observeFeed(
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
  it('has no times before the first read', () => {
    const feed = watched();
    expect([feed.readAt, feed.newestEventAt]).toEqual([null, null]);
  });

  it('records when it was read and its newest event', async () => {
    const feed = watched([NOW - 50, NOW - 10, null], [NOW - 30]);
    await read(feed);
    await read(feed);
    expect([feed.readAt, feed.newestEventAt]).toEqual([NOW * 1_000, (NOW - 10) * 1_000]);
  });

  it('limits event times to now', async () => {
    const feed = watched([NOW + 900]);
    await read(feed);
    expect(feed.newestEventAt).toBe(NOW * 1_000);
  });

  it('records nothing of a failed poll', async () => {
    const feed = watched(new Error('down'));
    await expect(read(feed)).rejects.toThrow('down');
    expect(feed.readAt).toBeNull();
  });

  it('measures how late an event was read that came after the first poll', async () => {
    const feed = watched([NOW - 50], [NOW - 60], [NOW - 20], [NOW - 20]);
    await read(feed);
    await read(feed);
    expect(feed.lagMs).toBeNull();
    await read(feed);
    await read(feed);
    expect(feed.lagMs).toBe(20_000);
  });
});
