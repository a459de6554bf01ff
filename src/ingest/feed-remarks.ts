import type { Logger } from 'pino';
import type { FeedRemarks } from '#src/store/model/role-report.ts';
import type { FeedOrder, OrderedFeed } from './newest-first.ts';
import type { FeedReading } from './read-feed.ts';

/**
 * Records irregularities of the feed for health, and logs each when it begins.
 * @param deps.now epoch ms
 */
export function reportFeedRemarks(deps: {
  readonly readFeed: (signal: AbortSignal) => Promise<FeedReading>;
  readonly feed: Pick<OrderedFeed, 'order'>;
  readonly now: () => number;
  readonly log: Logger;
}): { readonly readFeed: (signal: AbortSignal) => Promise<FeedReading>; readonly remarks: FeedRemarks } {
  const { readFeed, feed, now, log } = deps;
  let order: FeedOrder = 'newest first';
  let idsRepeatedAt: number | null = null;
  let shrankAt: number | null = null;
  let hasShrunk = false;

  return {
    async readFeed(signal) {
      const reading = await readFeed(signal);
      if (feed.order !== order) log.warn({ order: feed.order }, 'feed order changed');
      order = feed.order;
      const repeated = reading.repeatedIds ?? 0;
      if (repeated > 0 && idsRepeatedAt === null) log.warn({ records: repeated }, 'event ids not unique');
      if (repeated > 0) idsRepeatedAt = now();
      const shrinks = reading.hasShrunk === true;
      if (shrinks && !hasShrunk) log.warn({ read: reading.read }, 'feed shorter than before');
      hasShrunk = shrinks;
      if (shrinks) shrankAt = now();
      return reading;
    },
    get remarks() {
      return { order, idsRepeatedAt, shrankAt };
    },
  };
}
