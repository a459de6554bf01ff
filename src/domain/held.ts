import type { Alert } from './alert.ts';

/**
 * Why nobody can say whether a message was posted: the bot may not read the channel, or at that time more was written there
 * than it looks through.
 */
export type HeldReason = 'unreadable' | 'crowded';

/** What a lane's problem code is then. Discord's own begin at 10001. */
export const HELD_CODES: Readonly<Record<HeldReason, number>> = { unreadable: 1, crowded: 2 };

const REASONS: readonly HeldReason[] = ['unreadable', 'crowded'];

/** `null` for a lane that is stopped for something else, or not at all. */
export function heldReason(problemCode: number | null): HeldReason | null {
  return REASONS.find((reason) => HELD_CODES[reason] === problemCode) ?? null;
}

/** A message whose channel stands still until somebody says whether it is there. */
export interface HeldPost {
  readonly postId: number;
  readonly channelId: string;
  /** When it may have been posted first, by Discord's clock, epoch ms. */
  readonly triedAt: number;
  /** What it tells, in order; at least one. */
  readonly alerts: readonly Alert[];
}

/** What somebody says of it. */
export type HeldVerdict = 'posted' | 'absent';
