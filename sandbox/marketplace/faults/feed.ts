import type { Feed, FeedEntry } from '../world/feed.ts';
import type { FaultSpec } from './spec.ts';

/** The last digits of an id are enough to spread ids evenly. */
const LAST_DIGITS = 8;

function shownId(id: string, { reindexed, fewIds }: FaultSpec): string {
  const used = fewIds === undefined ? id : `few-${Number.parseInt(id.slice(-LAST_DIGITS), 16) % fewIds}`;
  return reindexed === undefined ? used : `${used}-${reindexed}`;
}

/** `reindexed`, `fewIds` and `behindMs` on one record. */
function shown(entry: FeedEntry, spec: FaultSpec): FeedEntry {
  const behindMs = spec.behindMs ?? 0;
  const { record, happenedAtMs } = entry;
  return {
    happenedAtMs: happenedAtMs - behindMs,
    record: {
      ...record,
      activityId: shownId(record.activityId, spec),
      timestamp: record.timestamp - Math.round(behindMs / 1_000),
    },
  };
}

/** The feed with `oldestFirst`, `keepsNewest`, `reindexed`, `fewIds` and `behindMs`. @param specOf the faults of the feed now */
export function faultyFeed(feed: Feed, specOf: () => FaultSpec): Feed {
  const total = (spec: FaultSpec): number => Math.min(feed.total, spec.keepsNewest ?? feed.total);
  return {
    get total() {
      return total(specOf());
    },
    show: feed.show,
    newest(offset, limit) {
      const spec = specOf();
      const end = total(spec);
      const first = spec.oldestFirst === true ? Math.max(0, end - offset - limit) : offset;
      const count = Math.max(0, Math.min(limit, end - offset));
      const entries = feed.newest(first, count).map((entry) => shown(entry, spec));
      return spec.oldestFirst === true ? entries.toReversed() : entries;
    },
  };
}
