import type { Activity } from '../../domain/activity.ts';
import { type FeedRecord, factsOf, isSameEvent, placesOf } from '../../domain/feed-record.ts';
import type { LateBook } from '../ports.ts';

/** Facts that are the same before those that were told later. */
function likest(candidates: readonly FeedRecord[], shown: Activity): FeedRecord | undefined {
  const same = candidates.filter(({ activity }) => isSameEvent(activity, shown));
  return same.find(({ activity }) => factsOf(activity) === factsOf(shown)) ?? same[0];
}

/**
 * Finds those among unknown records that were shown before, when the marketplace told more or less of what they are known by.
 * Each remembered record is at most one of them, and none that this look shows as well.
 *
 * @param strangers no two with a key in common
 * @param isShown whether this look shows a record with this key
 * @param taken ids of remembered records that were found in this look already; grows
 */
export async function recognise(
  strangers: readonly Activity[],
  book: Pick<LateBook, 'recordsAt'>,
  isShown: (key: string) => boolean,
  taken: Set<number>,
): Promise<ReadonlyMap<Activity, FeedRecord>> {
  const found = new Map<Activity, FeedRecord>();
  if (strangers.length === 0) return found;
  const remembered = await book.recordsAt(strangers.map(placesOf));
  const unseen = remembered.filter(({ activity }) => !activity.keys.some(isShown));
  const atPlace = new Map<string, FeedRecord[]>();
  for (const record of unseen) {
    const { tx, time } = placesOf(record.activity);
    for (const place of [tx, time])
      if (place !== null) atPlace.set(place, [...(atPlace.get(place) ?? []), record]);
  }
  for (const stranger of strangers) {
    const { tx, time } = placesOf(stranger);
    const near = [tx, time].flatMap((place) => (place === null ? [] : (atPlace.get(place) ?? [])));
    const record = likest(
      near.filter(({ id }) => !taken.has(id)),
      stranger,
    );
    if (record === undefined) continue;
    taken.add(record.id);
    found.set(stranger, record);
  }
  return found;
}
