import type { Activity } from '../../domain/activity.ts';

/** What is told of no token: offers for any token of a collection. */
const WITHOUT_TOKEN: ReadonlySet<Activity['kind']> = new Set(['offer', 'collection_offer']);
const IN_PART = 'part:';

type Known = Pick<Activity, 'keys' | 'kind' | 'collection' | 'tokenId'>;

/** Whether the record lacks what an alert cannot do without. The marketplace may tell it later. */
export function isInPart({ kind, collection, tokenId }: Known): boolean {
  return kind === 'unknown' || collection === null || (tokenId === null && !WITHOUT_TOKEN.has(kind));
}

const inPart = ({ keys }: Known): readonly string[] => keys.map((key) => `${IN_PART}${key}`);

/**
 * What a record is remembered by once it was seen. One that was seen in part only has marks of its own, so that it is news
 * when the marketplace shows it whole.
 */
export function marksOf(activity: Known): readonly string[] {
  return isInPart(activity) ? inPart(activity) : activity.keys;
}

/** The marks by which a record may be known: one in part also by what it was as a whole. */
export function marksToLookFor(activity: Known): readonly string[] {
  return isInPart(activity) ? [...activity.keys, ...inPart(activity)] : activity.keys;
}
