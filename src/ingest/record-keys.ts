import type { Activity } from '../marketplace/model/activity.ts';

/** Kinds without a token: offers for any token of a collection. */
const WITHOUT_TOKEN: ReadonlySet<Activity['kind']> = new Set(['offer', 'collection_offer']);
const PARTIAL_PREFIX = 'part:';

type RecordIdentity = Pick<
  Activity,
  'keys' | 'kind' | 'collection' | 'tokenId' | 'bundle' | 'tokenDefect' | 'reverted'
>;

/** Whether the record misses data that an alert needs. The marketplace may report it later. */
export function isPartial({ kind, collection, tokenId, bundle, tokenDefect }: RecordIdentity): boolean {
  if (kind === 'unknown' || collection === null || tokenDefect !== undefined) return true;
  return tokenId === null && bundle === undefined && !WITHOUT_TOKEN.has(kind);
}

/** Whether nothing is announced of the record as it is: it misses data, or is reverted. It may be complete and valid later. */
export const isWithheld = (record: RecordIdentity): boolean => record.reverted || isPartial(record);

const partialKeys = ({ keys }: RecordIdentity): readonly string[] =>
  keys.map((key) => `${PARTIAL_PREFIX}${key}`);

/**
 * Keys under which a new record is stored. Withheld records have separate keys, so that the complete, valid record counts as
 * new.
 */
export function recordKeys(activity: RecordIdentity): readonly string[] {
  return isWithheld(activity) ? partialKeys(activity) : activity.keys;
}

/** Keys under which a record may be stored: for a withheld record also those of the complete, valid one. */
export function lookupKeys(activity: RecordIdentity): readonly string[] {
  return isWithheld(activity) ? [...activity.keys, ...partialKeys(activity)] : activity.keys;
}
