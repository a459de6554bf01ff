import { type FeedRecord, factsOf, isSameEvent, locationKeysOf } from '../alerts/feed-record.ts';
import type { Activity } from '../marketplace/model/activity.ts';
import type { LateFactsStore } from '../store/late-facts-store.ts';

/** The stored record of the same event, preferably with identical facts. */
function bestMatch(candidates: readonly FeedRecord[], shown: Activity): FeedRecord | undefined {
  const same = candidates.filter(({ activity }) => isSameEvent(activity, shown));
  return same.find(({ activity }) => factsOf(activity) === factsOf(shown)) ?? same[0];
}

/**
 * Matches records with unknown keys to stored records of the same event, for when the marketplace adds or removes identifying
 * fields. Each stored record is matched at most once, and not when this poll also contains it under its own keys.
 *
 * @param unmatched records with unknown keys; no two share a key
 * @param isShown whether this poll contains a record with this key
 * @param matchedIds ids of stored records that were matched in this poll; matches are added
 */
export async function matchStoredRecords(
  unmatched: readonly Activity[],
  store: Pick<LateFactsStore, 'recordsAtPlaces'>,
  isShown: (key: string) => boolean,
  matchedIds: Set<number>,
): Promise<ReadonlyMap<Activity, FeedRecord>> {
  const found = new Map<Activity, FeedRecord>();
  if (unmatched.length === 0) return found;
  const storedRecords = await store.recordsAtPlaces(unmatched.map(locationKeysOf));
  const unseen = storedRecords.filter(({ activity }) => !activity.keys.some(isShown));
  const byPosition = new Map<string, FeedRecord[]>();
  for (const record of unseen) {
    const { tx, time } = locationKeysOf(record.activity);
    for (const position of [tx, time])
      if (position !== null) byPosition.set(position, [...(byPosition.get(position) ?? []), record]);
  }
  for (const unknown of unmatched) {
    const { tx, time } = locationKeysOf(unknown);
    const near = [tx, time].flatMap((position) =>
      position === null ? [] : (byPosition.get(position) ?? []),
    );
    const record = bestMatch(
      near.filter(({ id }) => !matchedIds.has(id)),
      unknown,
    );
    if (record === undefined) continue;
    matchedIds.add(record.id);
    found.set(unknown, record);
  }
  return found;
}
