import type { Activity } from '#src/marketplace/resources/activity/activity.ts';

/**
 * Reason why a record is not announced although it should be: its kind is unknown, or it does not say what was traded.
 */
export const UNREAD_REASONS = [
  'damaged_token',
  'too_many_tokens',
  'no_token',
  'no_collection',
  'unknown_kind',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Numbers of unreadable records, by reason; absent reasons have none. */
export type UnreadCounts = Readonly<Partial<Record<UnreadReason, number>>>;

/** Alarm threshold: a higher share of unread records among the new ones means that the feed format has changed. */
const ALARMING_SHARE = 0.03;

/**
 * Returns why a record cannot be read; `null` if it can.
 * @param needsToken whether its alerts are about tokens
 */
export function unreadReason(
  { kind, collection, tokenId, bundle, tokenDefect }: Activity,
  needsToken: boolean,
): UnreadReason | null {
  if (kind === 'unknown') return 'unknown_kind';
  if (tokenDefect !== undefined) return tokenDefect === 'damaged' ? 'damaged_token' : 'too_many_tokens';
  if (collection === null) return 'no_collection';
  return needsToken && tokenId === null && bundle === undefined ? 'no_token' : null;
}

export const unreadTotal = (unread: UnreadCounts): number =>
  UNREAD_REASONS.reduce((sum, reason) => sum + (unread[reason] ?? 0), 0);

/** Returns whether so many of these new records are unreadable that an operator should investigate. */
export function isAlarming(unread: UnreadCounts, records: number): boolean {
  return unreadTotal(unread) > records * ALARMING_SHARE;
}

/** Adds two sets of counts. */
export function addUnread(one: UnreadCounts, other: UnreadCounts): UnreadCounts {
  return Object.fromEntries(
    UNREAD_REASONS.flatMap((reason) => {
      const sum = (one[reason] ?? 0) + (other[reason] ?? 0);
      return sum === 0 ? [] : [[reason, sum]];
    }),
  );
}
