import type { Logger } from 'pino';
import { addUnread, isAlarming, unreadTotal } from '#src/alerts/unread-reason.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import type { RecordCounts } from '#src/store/model/ingest-batch.ts';

/**
 * Reports, at most once an hour, that too many of the hour's new records (more than 3%) could not be read. Returns the
 * counts of that hour, or `null` if there is nothing to report.
 * @param deps.now epoch ms
 */
export function createUnreadAlarm(deps: {
  readonly log: Logger;
  readonly now: () => number;
}): (counts: RecordCounts) => RecordCounts | null {
  const { log, now } = deps;
  let since = now();
  let hour: RecordCounts = { records: 0, unread: {} };
  let isReported = false;

  return ({ records, unread }) => {
    if (Math.abs(now() - since) >= HOUR_MS) {
      since = now();
      hour = { records: 0, unread: {} };
      isReported = false;
    }
    hour = { records: hour.records + records, unread: addUnread(hour.unread, unread) };
    if (isReported || !isAlarming(hour.unread, hour.records)) return null;
    isReported = true;
    log.error(
      { records: hour.records, unread: unreadTotal(hour.unread), reasons: hour.unread },
      'many unreadable records in the feed',
    );
    return hour;
  };
}
