import type { LedgerRecord } from '../ledger.ts';

/** A record of the feed with its time. */
export interface FeedEntry {
  readonly record: LedgerRecord;
  /** Wall ms at which it happened. */
  readonly happenedAtMs: number;
}

/** The feed, newest event first; of events in the same second, the earlier record first. */
export interface Feed {
  readonly total: number;
  show(entry: FeedEntry): void;
  /** Entries after skipping the `offset` newest. */
  newest(offset: number, limit: number): readonly FeedEntry[];
}

export function createFeed(): Feed {
  const oldestFirst: FeedEntry[] = [];
  return {
    get total() {
      return oldestFirst.length;
    },
    show(entry) {
      let at = oldestFirst.length;
      while (at > 0 && (oldestFirst[at - 1]?.record.timestamp ?? 0) > entry.record.timestamp) at -= 1;
      oldestFirst.splice(at, 0, entry);
    },
    newest(offset, limit) {
      const end = Math.max(0, oldestFirst.length - offset);
      return oldestFirst.slice(Math.max(0, end - limit), end).toReversed();
    },
  };
}
