import type { Activity } from '../marketplace/model/activity.ts';

/** Kinds without a token: offers for any token of a collection. */
const WITHOUT_TOKEN: ReadonlySet<Activity['kind']> = new Set(['offer', 'collection_offer']);
const PARTIAL_PREFIX = 'part:';

type RecordIdentity = Pick<Activity, 'keys' | 'kind' | 'collection' | 'tokenId'>;

/** Whether the record misses data that an alert needs. The marketplace may report it later. */
export function isPartial({ kind, collection, tokenId }: RecordIdentity): boolean {
  return kind === 'unknown' || collection === null || (tokenId === null && !WITHOUT_TOKEN.has(kind));
}

const partialKeys = ({ keys }: RecordIdentity): readonly string[] =>
  keys.map((key) => `${PARTIAL_PREFIX}${key}`);

/**
 * Keys under which a seen record is stored. Partial records have separate keys, so that the complete record counts as new.
 */
export function recordKeys(activity: RecordIdentity): readonly string[] {
  return isPartial(activity) ? partialKeys(activity) : activity.keys;
}

/** Keys under which a record may be stored: for a partial record also those of the complete one. */
export function lookupKeys(activity: RecordIdentity): readonly string[] {
  return isPartial(activity) ? [...activity.keys, ...partialKeys(activity)] : activity.keys;
}
