import type { FeedRecord } from '../feed-record.ts';
import { detectors, type MarketAlert } from '../kinds/registry.ts';
import { eventsOf } from './feed-event.ts';

/**
 * Builds the alert of these records again from their current content. Kind and key stay: three sales whose buyer is reported
 * late do not become a sweep. Reverted records are left out; where none is valid, the alert says that it is reverted. `null`
 * where the records do not suffice.
 */
export function rebuildAlert(alertKey: string, records: readonly FeedRecord[]): MarketAlert | null {
  const valid = records.filter(({ activity }) => !activity.reverted);
  const used = valid.length > 0 ? valid : records;
  const events = used.flatMap(({ activity, occurredAt }, position) =>
    eventsOf(activity, { position, occurredAt }),
  );
  const [keyPrefix = ''] = alertKey.split(':');
  for (const { rebuild } of detectors) {
    const alert = rebuild(keyPrefix, events);
    if (alert !== null)
      return { ...alert, key: alertKey, ...(valid.length > 0 ? {} : { reverted: true as const }) };
  }
  return null;
}
