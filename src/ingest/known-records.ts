import { keepDetails } from '#src/alerts/alert.ts';
import { eventsOf } from '#src/alerts/detect/feed-event.ts';
import { type FeedRecord, factsOf, mayBeSameRecord, mergeRecords } from '#src/alerts/feed-record.ts';
import { detectors, type MarketAlert } from '#src/alerts/kinds/registry.ts';
import { reached } from '#src/chain/points.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { LateFactsStore } from '#src/store/late-facts.ts';

import type { KnownRecord } from './read-feed.ts';

/**
 * Rebuilds the alert of these records from their current content. Kind and key stay the same: three sales whose buyer
 * is reported late do not become a sweep.
 * Reverted records are left out; if all are reverted, so is the alert. `null` if the records do not suffice.
 */
function rebuildAlert(alertKey: string, records: readonly FeedRecord[]): MarketAlert | null {
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

/** An earlier alert, rebuilt from the current content of its records. */
export interface RebuiltAlert {
  readonly alert: MarketAlert;
  /** When its first record was seen, epoch ms. */
  readonly since: number;
}

/** Changes of known records. */
export interface KnownRecordUpdates {
  /** Changed records with their current content. */
  readonly records: readonly FeedRecord[];
  /** Those of them that were reverted before and are valid again. */
  readonly reinstated: readonly FeedRecord[];
  readonly rebuiltAlerts: readonly RebuiltAlert[];
}

async function storedRecords(
  shown: readonly KnownRecord[],
  store: Pick<LateFactsStore, 'recordsOfKeys'>,
): Promise<readonly (readonly [FeedRecord, Activity])[]> {
  const keys = shown.flatMap(({ activity, record }) => (record === null ? activity.keys : []));
  const found = keys.length === 0 ? [] : await store.recordsOfKeys(keys);
  const byKey = new Map(keys.map((key, position) => [key, found[position] ?? null]));
  return shown.flatMap(({ activity, record }) => {
    if (record !== null) return [[record, activity] as const];
    const known = activity.keys.map((key) => byKey.get(key) ?? null).find((one) => one !== null) ?? null;
    return known === null || !mayBeSameRecord(known.activity, activity) ? [] : [[known, activity] as const];
  });
}

/**
 * Compares known records with their stored content and rebuilds the alerts whose facts were added or changed. Facts
 * that were reported before and are missing now are kept.
 */
export async function refreshKnownRecords(
  shown: readonly KnownRecord[],
  store: LateFactsStore,
): Promise<KnownRecordUpdates> {
  const changed = new Map<number, FeedRecord>();
  const reverted = new Set<number>();
  const changedAlertKeys = new Set<string>();
  for (const [known, activity] of await storedRecords(shown, store)) {
    const before = changed.get(known.id) ?? known;
    if (known.activity.reverted) reverted.add(known.id);
    const now = mergeRecords(before.activity, activity);
    const isChanged = factsOf(now) !== factsOf(before.activity);
    if (!isChanged && now.keys.length === before.activity.keys.length) continue;
    reached('a stored record changes');
    changed.set(known.id, { ...before, activity: now });
    if (isChanged && before.alertKey !== null) changedAlertKeys.add(before.alertKey);
  }
  const records = [...changed.values()];
  const reinstated = records.filter(({ id, activity }) => reverted.has(id) && !activity.reverted);
  const alertKeys = [...changedAlertKeys];
  if (alertKeys.length === 0) return { records, reinstated, rebuiltAlerts: [] };
  const members = await store.recordsOfAlerts(alertKeys);
  const firstIds = new Map(alertKeys.map((key, position) => [key, members[position]?.[0]?.id ?? 0]));
  const stored = new Map((await store.storedAlerts(alertKeys)).map((alert) => [alert.key, alert]));
  const rebuiltAlerts = alertKeys.flatMap((key, position): RebuiltAlert[] => {
    const own = (members[position] ?? []).map((record) => changed.get(record.id) ?? record);
    const alert = rebuildAlert(key, own);
    if (alert === null) return [];
    const before = stored.get(key);
    return [
      {
        alert: before === undefined ? alert : keepDetails(alert, before),
        since: Math.min(...own.map(({ seenAt }) => seenAt)),
      },
    ];
  });
  // The feed is sorted newest first; alerts are posted in order of time.
  const inOrder = rebuiltAlerts.toSorted(
    ({ alert: a }, { alert: b }) =>
      a.occurredAt - b.occurredAt || (firstIds.get(a.key) ?? 0) - (firstIds.get(b.key) ?? 0),
  );
  return { records, reinstated, rebuiltAlerts: inOrder };
}
