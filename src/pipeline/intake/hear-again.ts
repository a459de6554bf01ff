import type { Activity } from '../../domain/activity.ts';
import type { MarketAlert } from '../../domain/alert.ts';
import { type FeedRecord, factsOf, mayBeShownAgain, withShown } from '../../domain/feed-record.ts';
import { keepingDetails } from '../../domain/keep-details.ts';
import type { LateBook } from '../ports.ts';
import { retell } from './detect/retell.ts';
import type { ShownAgain } from './read-feed.ts';

/** An alert that was taken in before, as its records tell it now. */
export interface Retold {
  readonly alert: MarketAlert;
  /** When it came, epoch ms. */
  readonly since: number;
}

/** What the marketplace tells by now of what it showed before. */
export interface HeardAgain {
  /** Records with what is new of them. */
  readonly records: readonly FeedRecord[];
  readonly retold: readonly Retold[];
}

async function remembered(
  shown: readonly ShownAgain[],
  book: Pick<LateBook, 'recordsOfKeys'>,
): Promise<readonly (readonly [FeedRecord, Activity])[]> {
  const keys = shown.flatMap(({ activity, record }) => (record === null ? activity.keys : []));
  const found = keys.length === 0 ? [] : await book.recordsOfKeys(keys);
  const byKey = new Map(keys.map((key, place) => [key, found[place] ?? null]));
  return shown.flatMap(({ activity, record }) => {
    const known =
      record ?? activity.keys.map((key) => byKey.get(key) ?? null).find((one) => one !== null) ?? null;
    return known === null || !mayBeShownAgain(known.activity, activity) ? [] : [[known, activity] as const];
  });
}

/**
 * Holds known records against what is remembered of them, and makes the alerts anew in which something is told later or
 * otherwise. What is missing now, and was told before, stays.
 */
export async function hearAgain(shown: readonly ShownAgain[], book: LateBook): Promise<HeardAgain> {
  const changed = new Map<number, FeedRecord>();
  const tellsAnew = new Set<string>();
  for (const [known, activity] of await remembered(shown, book)) {
    const before = changed.get(known.id) ?? known;
    const now = withShown(before.activity, activity);
    const isNews = factsOf(now) !== factsOf(before.activity);
    if (!isNews && now.keys.length === before.activity.keys.length) continue;
    changed.set(known.id, { ...before, activity: now });
    if (isNews && before.alertKey !== null) tellsAnew.add(before.alertKey);
  }
  const alertKeys = [...tellsAnew];
  if (alertKeys.length === 0) return { records: [...changed.values()], retold: [] };
  const members = await book.recordsOfAlerts(alertKeys);
  const firstIds = new Map(alertKeys.map((key, place) => [key, members[place]?.[0]?.id ?? 0]));
  const kept = new Map((await book.storedAlerts(alertKeys)).map((alert) => [alert.key, alert]));
  const retold = alertKeys.flatMap((key, place): Retold[] => {
    const records = (members[place] ?? []).map((record) => changed.get(record.id) ?? record);
    const alert = retell(key, records);
    if (alert === null) return [];
    const before = kept.get(key);
    return [
      {
        alert: before === undefined ? alert : keepingDetails(alert, before),
        since: Math.min(...records.map(({ seenAt }) => seenAt)),
      },
    ];
  });
  // The feed shows the newest first; channels are told in the order in which things happened.
  const inOrder = retold.toSorted(
    ({ alert: a }, { alert: b }) =>
      a.occurredAt - b.occurredAt || (firstIds.get(a.key) ?? 0) - (firstIds.get(b.key) ?? 0),
  );
  return { records: [...changed.values()], retold: inOrder };
}
