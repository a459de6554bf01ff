import type { Post } from './delivery.ts';

/** Discord's clock beside ours, at one moment. */
export interface ClockReading {
  /** Ours, epoch ms. */
  readonly now: number;
  /** How far Discord's is ahead of ours, ms; negative where it is behind, `null` while Discord has not answered yet. */
  readonly aheadMs: number | null;
}

/** Which of a channel's messages may be a certain post. By Discord's clock, epoch ms. */
export interface SearchWindow {
  readonly from: number;
  /** `null`: up to the newest message. */
  readonly to: number | null;
}

/** A message is taken some seconds after it was asked for, and clocks are compared to some seconds. */
const TOLERANCE_MS = 60_000;
/** Differences that are this close are the same; half as far, so that what is off by so much still lies in the window. */
const SAME_MS = TOLERANCE_MS / 2;
/** Where a try seems to lie in the future nobody knows when it was: it is looked for from so long before now. */
const LOOKED_BACK_MS = 3_600_000;

function isSame(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.abs(one - other) <= SAME_MS;
}

/**
 * Where a post is looked for: from its first try to its last, whatever was written later. Our clock may have been changed
 * since, or between Discord's last answer and the try. Where the difference to Discord's clock is another than at the tries,
 * or not known, the window begins at the earliest moment that the tries may have been, and ends now.
 */
export function searchWindow(
  post: Pick<Post, 'firstTryAt' | 'lastTryAt' | 'firstAheadMs' | 'lastAheadMs'>,
  { now, aheadMs }: ClockReading,
): SearchWindow {
  const { firstTryAt, lastTryAt, firstAheadMs, lastAheadMs } = post;
  const discordNow = now + (aheadMs ?? 0);
  const first = firstTryAt + (firstAheadMs ?? 0);
  const last = Math.max(first, lastTryAt + (lastAheadMs ?? 0));
  const isDated = last <= discordNow + SAME_MS;
  if (isDated && isSame(firstAheadMs, aheadMs) && isSame(lastAheadMs, aheadMs)) {
    return { from: first - TOLERANCE_MS, to: last + TOLERANCE_MS };
  }
  const earliest = Math.min(first, firstTryAt + (aheadMs ?? firstAheadMs ?? 0));
  const from = earliest > discordNow ? discordNow - LOOKED_BACK_MS : earliest;
  return { from: from - TOLERANCE_MS, to: null };
}
