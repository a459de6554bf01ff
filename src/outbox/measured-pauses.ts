import type { Clock } from '#src/chain/clock.ts';
import { startTimer } from '#src/chain/elapsed.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import { MAX_PAUSE_MS } from './retries.ts';

interface Pause {
  /** The stored value, epoch ms. */
  readonly notBefore: number;
  /** Remaining time of the pause, ms; zero or less when it is over. */
  readonly remainingMs: () => number;
}

/** Returns the work with `notBefore` as measured by this process. */
export type MeasurePause = (channelId: string, work: QueueWork) => QueueWork;

/**
 * Keeps a `QueueWork.notBefore` stable when the wall clock is set: a channel's pause is measured from when this process
 * first reads it, and stays over once it is over. A pause that was written while the clock was ahead keeps its intended
 * length, and one longer than the maximum is ignored.
 */
export function createMeasuredPauses(clock: Clock): MeasurePause {
  /** By channel id. Finished pauses are kept, so that setting the clock back does not restart them. */
  const pauses = new Map<string, Pause>();

  function pauseOf(channelId: string, { notBefore, waitMs }: QueueWork): Pause | null {
    const known = pauses.get(channelId);
    if (known?.notBefore === notBefore) return known;
    // Never paused.
    if (notBefore === 0) return null;
    const lengthMs = Math.min(notBefore - clock.now(), waitMs ?? Number.POSITIVE_INFINITY);
    const elapsed = startTimer(clock);
    const pause = { notBefore, remainingMs: () => (lengthMs > MAX_PAUSE_MS ? 0 : lengthMs - elapsed()) };
    pauses.set(channelId, pause);
    return pause;
  }

  return (channelId, work) => {
    const remainingMs = pauseOf(channelId, work)?.remainingMs() ?? 0;
    return { ...work, notBefore: remainingMs <= 0 ? 0 : clock.now() + remainingMs };
  };
}
