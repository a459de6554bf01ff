import { describe, expect, it } from 'vitest';
import { reportFeedRemarks } from '#src/ingest/feed-remarks.ts';
import type { FeedReading } from '#src/ingest/read-feed.ts';
import { recordingLog } from '../support/silent-log.ts';

const READING: FeedReading = {
  ...{ baseline: false, fresh: [], knownRecords: [], read: 20, unreadable: 0, gap: false },
};
const { signal } = new AbortController();

/** What health says after readings like these, one each second, and what was logged. */
async function remarksOn(...readings: readonly Partial<FeedReading>[]) {
  const { log, lines } = recordingLog();
  let second = 0;
  const reported = reportFeedRemarks({
    readFeed: async () => ({ ...READING, ...readings[second - 1] }),
    feed: { order: 'newest first' },
    now: () => second,
    log,
  });
  for (second = 1; second <= readings.length; second += 1) await reported.readFeed(signal);
  return { remarks: reported.remarks, logged: lines.map(({ msg }) => msg) };
}

describe('what health says of the feed', () => {
  it('is nothing while the feed is as it should be', async () => {
    const { remarks, logged } = await remarksOn({}, { repeatedIds: 0, hasShrunk: false });
    expect(remarks).toEqual({ order: 'newest first', idsRepeatedAt: null, shrankAt: null });
    expect(logged).toEqual([]);
  });

  it('is when ids were last not unique, which is logged once', async () => {
    const { remarks, logged } = await remarksOn({}, { repeatedIds: 2 }, { repeatedIds: 1 }, {});
    expect(remarks).toMatchObject({ idsRepeatedAt: 3, shrankAt: null });
    expect(logged).toEqual(['event ids not unique']);
  });

  it('is when the feed last was shorter than before, which is logged each time that it begins', async () => {
    const shrunk = { hasShrunk: true };
    const { remarks, logged } = await remarksOn(shrunk, shrunk, {}, shrunk, {});
    expect(remarks).toMatchObject({ idsRepeatedAt: null, shrankAt: 4 });
    expect(logged).toEqual(['feed shorter than before', 'feed shorter than before']);
  });
});
