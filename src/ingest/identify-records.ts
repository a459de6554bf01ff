import {
  type FeedRecord,
  factsAgree,
  haveOtherChainPositions,
  haveOtherIds,
  isEqualRecord,
  isSameEvent,
  locationKeysOf,
  mayBeSameRecord,
  sharesChainPosition,
} from '#src/alerts/feed-record.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { isPartial, lookupKeys, repeatedKey, reportedKey } from './record-keys.ts';

export interface StoredRecords {
  /** Returns whether a record with this key was seen, even if it is no longer stored. */
  isSeen(key: string): boolean;
  /** Returns the stored record with this key. */
  ownerOf(key: string): FeedRecord | undefined;
  /** Stored records that share a position with any record of the poll. */
  readonly nearby: readonly FeedRecord[];
  /** Ids of stored records that are already assigned to other records of the poll. */
  readonly taken: ReadonlySet<number>;
}

/** A feed record, identified with its event. */
export interface IdentifiedRecord {
  /** The record with its own keys: a key that belongs to another event is replaced. */
  readonly activity: Activity;
  readonly isKnown: boolean;
  /** The stored record of the event; `null` for a new event, and for a known one that is no longer stored. */
  readonly record: FeedRecord | null;
  /** Whether it was found by a key, so that the next poll finds it again without a comparison. */
  readonly isByKey: boolean;
  /** Whether it is assumed to be an event that had another id, without proof yet that the old id is no longer shown. */
  readonly isInDoubt: boolean;
  /** Whether its id belongs to another event. */
  readonly repeatsId: boolean;
}

/** Returns whether two records of one page that share a key are the same event: none of their facts contradict. */
export function isDuplicate(one: Activity, other: Activity): boolean {
  if (isPartial(one) !== isPartial(other)) return false;
  return sharesChainPosition(one, other) || (factsAgree(one, other) && !haveOtherChainPositions(one, other));
}

type Choice = (activity: Activity) => readonly FeedRecord[];

/**
 * Assigns the records of a poll to the stored events. An id is only a hint: a known id with other facts belongs to
 * another event, and equal facts under a new id are the same event if the old id is no longer shown.
 * Each stored record is assigned at most once, so two equal records of a page are two events.
 *
 * @param shown distinct records, newest first
 * @param oldestBelow time of the oldest record that was read below a position, epoch seconds
 */
export function identifyRecords(
  shown: readonly Activity[],
  stored: StoredRecords,
  oldestBelow: (position: number) => number,
): readonly IdentifiedRecord[] {
  const claims = new Map<Activity, FeedRecord>();
  // A record that is shown incompletely is still shown.
  const incomplete = shown.filter(isPartial).flatMap(({ keys }) => keys);
  const taken = new Set([...stored.taken, ...incomplete.flatMap((key) => stored.ownerOf(key)?.id ?? [])]);
  const byPosition = new Map<string, FeedRecord[]>();
  for (const record of stored.nearby) {
    const { tx, time } = locationKeysOf(record.activity);
    for (const position of [tx, time])
      if (position !== null) byPosition.set(position, [...(byPosition.get(position) ?? []), record]);
  }

  const owners: Choice = ({ keys }) => keys.flatMap((key) => stored.ownerOf(key) ?? []);
  const near: Choice = (activity) => {
    const { tx, time } = locationKeysOf(activity);
    return [tx, time].flatMap((place) => (place === null ? [] : (byPosition.get(place) ?? [])));
  };
  const isKnownByKey = (activity: Activity): boolean =>
    lookupKeys(activity).some((key) => stored.isSeen(key) && stored.ownerOf(key) === undefined);
  const sharesReportedKey = (record: FeedRecord, { keys }: Activity): boolean =>
    record.activity.keys.some((key) => keys.includes(reportedKey(key)));

  const byChainPosition =
    (isSame: typeof isEqualRecord): Choice =>
    (activity) =>
      isKnownByKey(activity) ? [] : near(activity).filter((record) => isSame(record.activity, activity));
  const byKey =
    (isSame: typeof isEqualRecord): Choice =>
    (activity) =>
      [...owners(activity), ...near(activity).filter((record) => sharesReportedKey(record, activity))].filter(
        (record) => isSame(record.activity, activity),
      );
  // Most reliable match first, so that a record does not take the match of a later, weaker rule.
  const ways: readonly Choice[] = [
    (activity) => [stored.ownerOf(repeatedKey(activity)) ?? []].flat(),
    byKey((known, latest) => isEqualRecord(known, latest) && mayBeSameRecord(known, latest)),
    byChainPosition(
      (known, latest) => isEqualRecord(known, latest) && !haveOtherChainPositions(known, latest),
    ),
    byKey((known, latest) => factsAgree(known, latest) && mayBeSameRecord(known, latest)),
    byChainPosition(isSameEvent),
    byKey(mayBeSameRecord),
  ];
  const complete = shown.filter((activity) => !isPartial(activity));
  for (const way of ways) {
    for (const activity of complete) {
      if (claims.has(activity)) continue;
      const record = way(activity).find(({ id }) => !taken.has(id));
      if (record === undefined) continue;
      claims.set(activity, record);
      taken.add(record.id);
    }
  }

  /** Keys already used by a record of this poll; the first record keeps a shared key. */
  const used = new Set<string>();
  function withOwnKeys(activity: Activity, record: FeedRecord | null): Activity {
    if (isPartial(activity) || (record === null && isKnownByKey(activity))) return activity;
    const own = activity.keys.filter((key) => {
      const owner = stored.ownerOf(key);
      return owner === undefined ? !used.has(key) : owner.id === record?.id;
    });
    for (const key of own) used.add(key);
    if (own.length === activity.keys.length) return activity;
    const [first, ...rest] = [...own, repeatedKey(activity)] as const;
    return { ...activity, keys: [first, ...rest] };
  }

  // Known records first, then oldest first: the oldest keeps an id that several new records share.
  const identified = new Map<Activity, IdentifiedRecord>();
  for (const [position, activity] of [...shown.entries()].toReversed().sort(knownFirst)) {
    const record = claims.get(activity) ?? null;
    const own = withOwnKeys(activity, record);
    const ofRecord = (key: string): boolean => stored.ownerOf(key)?.id === record?.id;
    const isByKey =
      record !== null
        ? lookupKeys(activity).some(ofRecord)
        : isPartial(activity)
          ? lookupKeys(activity).some(stored.isSeen)
          : isKnownByKey(activity);
    identified.set(activity, {
      activity: own,
      record,
      isByKey,
      isKnown: record !== null || isByKey,
      isInDoubt:
        record !== null &&
        !isByKey &&
        haveOtherIds(record.activity, activity) &&
        record.activity.timestamp !== null &&
        oldestBelow(position) >= record.activity.timestamp,
      repeatsId: own.keys[0] !== activity.keys[0],
    });
  }
  return shown.flatMap((activity) => identified.get(activity) ?? []);

  function knownFirst([, one]: readonly [number, Activity], [, other]: readonly [number, Activity]): number {
    return Number(claims.has(other)) - Number(claims.has(one));
  }
}
