import type { Alert } from '#src/alerts/alert.ts';

/**
 * Why it is unknown whether a message was posted: the bot may not read the channel's history (`unreadable`), too many
 * messages were written there at that time (`crowded`), Discord cannot list the history (`unlistable`), or a moderator
 * removed the embeds of a message that may be this one (`hidden`).
 */
export type HeldReason = (typeof REASONS)[number];

const REASONS = ['unreadable', 'crowded', 'unlistable', 'hidden'] as const;

/** Problem codes of a channel queue. Discord's own codes begin at 10001. */
export const HELD_CODES: Readonly<Record<HeldReason, number>> = {
  unreadable: 1,
  crowded: 2,
  unlistable: 3,
  hidden: 4,
};

/** Returns the reason for a held message; `null` if the channel queue is stopped for another reason, or not at all. */
export function heldReason(problemCode: number | null): HeldReason | null {
  return REASONS.find((reason) => HELD_CODES[reason] === problemCode) ?? null;
}

/** A message that stops its channel queue until a user confirms whether it was posted. */
export interface HeldPost {
  readonly postId: number;
  readonly channelId: string;
  /** The first attempt, by Discord's clock, epoch ms. */
  readonly triedAt: number;
  /** Its alerts in order; at least one. */
  readonly alerts: readonly Alert[];
}

/** The user's decision. */
export type HeldVerdict = 'posted' | 'absent';
