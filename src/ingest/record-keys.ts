import { hash } from 'node:crypto';
import { factsOf } from '#src/alerts/feed-record.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { tokensText } from '#src/marketplace/resources/activity/tokens.ts';

/** Kinds without a token: offers for any token of a collection. */
const WITHOUT_TOKEN: ReadonlySet<Activity['kind']> = new Set(['offer', 'collection_offer']);
const PARTIAL_PREFIX = 'part:';
const REPEATED_PREFIX = 'again:';
const HASH_LENGTH = 22;

type RecordIdentity = Pick<
  Activity,
  'keys' | 'kind' | 'collection' | 'tokenId' | 'bundle' | 'tokenDefect' | 'reverted'
>;

/**
 * Returns whether no alert can be created from the record as it is. The marketplace may report more under its id later.
 */
export function isPartial({ kind, collection, tokenId, bundle, tokenDefect }: RecordIdentity): boolean {
  if (kind === 'unknown' || kind === 'ignored') return true;
  if (collection === null || tokenDefect !== undefined) return true;
  return tokenId === null && bundle === undefined && !WITHOUT_TOKEN.has(kind);
}

/**
 * Returns whether nothing is announced for the record yet, because it lacks data or is reverted. It may become complete
 * and valid later.
 */
export const isWithheld = (record: RecordIdentity): boolean => record.reverted || isPartial(record);

const partialKey = (key: string): string => `${PARTIAL_PREFIX}${key}`;

/**
 * Returns the keys under which a new record is stored. Withheld records get separate keys, so that the complete, valid
 * record counts as new later.
 */
export function recordKeys(activity: RecordIdentity): readonly string[] {
  return isWithheld(activity) ? activity.keys.map(partialKey) : activity.keys;
}

/** Returns the keys under which a record may be stored: for a withheld record also those of the complete, valid one. */
export function lookupKeys(activity: Activity): readonly string[] {
  const own = isPartial(activity) ? activity.keys : [...activity.keys, repeatedKey(activity)];
  return isWithheld(activity) ? [...own, ...own.map(partialKey)] : own;
}

/**
 * Returns the key of a record whose own key belongs to another event, because the marketplace reused its id. It
 * consists of that key and all facts as first shown.
 */
export function repeatedKey(activity: Activity): string {
  const { kind, collection, logIndex, timestamp } = activity;
  const facts = [
    kind,
    collection,
    tokensText(activity),
    logIndex,
    timestamp,
    factsOf({ ...activity, reverted: false }),
  ].join('|');
  const digest = hash('sha256', facts, 'base64url').slice(0, HASH_LENGTH);
  return `${REPEATED_PREFIX}${digest}:${activity.keys[0]}`;
}

/** Returns the key in the marketplace's record: for a `repeatedKey`, the reused one. */
export function reportedKey(key: string): string {
  return key.startsWith(REPEATED_PREFIX) ? key.slice(REPEATED_PREFIX.length + HASH_LENGTH + 1) : key;
}
