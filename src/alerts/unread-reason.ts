import type { Activity } from '#src/marketplace/resources/activity/activity.ts';

/** Why a record that would be announced is not: its kind is unknown, or it does not say what was traded. */
export const UNREAD_REASONS = [
  'damaged_token',
  'too_many_tokens',
  'no_token',
  'no_collection',
  'unknown_kind',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** How many records could not be read, by reason; reasons without any are absent. */
export type UnreadCounts = Readonly<Partial<Record<UnreadReason, number>>>;

/** More unread records than this share of the new ones are an alarm: something of the feed is not understood. */
const ALARMING_SHARE = 0.03;

/** `null` for a record that can be read. @param needsToken whether its alerts are about tokens */
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

/** Whether so many of these new records could not be read that somebody has to look. */
export function isAlarming(unread: UnreadCounts, records: number): boolean {
  return unreadTotal(unread) > records * ALARMING_SHARE;
}

/** Both together. */
export function addUnread(one: UnreadCounts, other: UnreadCounts): UnreadCounts {
  return Object.fromEntries(
    UNREAD_REASONS.flatMap((reason) => {
      const sum = (one[reason] ?? 0) + (other[reason] ?? 0);
      return sum === 0 ? [] : [[reason, sum]];
    }),
  );
}
