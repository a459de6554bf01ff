import { HOUR_MS } from '#src/chain/durations.ts';
import type { Post } from '#src/store/model/delivery.ts';

/** The local time, and its difference to Discord's clock. */
export interface ClockReading {
  /** Local time, epoch ms. */
  readonly now: number;
  /**
   * How far Discord's clock is ahead of the local one, ms; negative if it is behind, `null` until Discord has answered.
   */
  readonly clockOffsetMs: number | null;
}

/** Period in which a message may have been posted, by Discord's clock, epoch ms. */
export interface ReadBackWindow {
  readonly from: number;
  /** `null` for no limit. */
  readonly to: number | null;
}

/** Covers the delay until Discord accepts a message and the inaccuracy of the clock comparison, some seconds each. */
const TOLERANCE_MS = 60_000;
/** Smaller clock differences count as equal; half the tolerance, so that the message is still in the window. */
const SAME_WITHIN_MS = TOLERANCE_MS / 2;
/** If an attempt seems to be in the future, its time is unknown: the window begins this long before now. */
const FALLBACK_WINDOW_MS = HOUR_MS;

function isSame(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.abs(one - other) <= SAME_WITHIN_MS;
}

/**
 * The period in which a post is searched: from its first attempt to its last. If the difference to Discord's clock has
 * changed since the attempts or is unknown, the window is open-ended. It still begins at the first attempt by Discord's
 * clock: between two answers that clock goes on by the monotonic clock (`discord-clock.ts`), which may stop but never
 * runs ahead. Without a difference at the attempt, the window begins at its earliest possible time.
 */
export function readBackWindow(
  post: Pick<Post, 'firstTryAt' | 'lastTryAt' | 'firstClockOffsetMs' | 'lastClockOffsetMs'>,
  { now, clockOffsetMs }: ClockReading,
): ReadBackWindow {
  const { firstTryAt, lastTryAt, firstClockOffsetMs, lastClockOffsetMs } = post;
  const discordNow = now + (clockOffsetMs ?? 0);
  const first = firstTryAt + (firstClockOffsetMs ?? 0);
  const last = Math.max(first, lastTryAt + (lastClockOffsetMs ?? 0));
  const isDated = last <= discordNow + SAME_WITHIN_MS;
  if (isDated && isSame(firstClockOffsetMs, clockOffsetMs) && isSame(lastClockOffsetMs, clockOffsetMs)) {
    return { from: first - TOLERANCE_MS, to: last + TOLERANCE_MS };
  }
  const earliest = firstClockOffsetMs === null ? Math.min(first, firstTryAt + (clockOffsetMs ?? 0)) : first;
  const from = earliest > discordNow ? discordNow - FALLBACK_WINDOW_MS : earliest;
  return { from: from - TOLERANCE_MS, to: null };
}
