import { startTimer } from '../../domain/elapsed.ts';
import type { Clock, Outbox } from '../ports.ts';
import { LONGEST_REST_MS } from './retries.ts';

interface Rest {
  /** As the store has it, epoch ms. */
  readonly notBefore: number;
  /** ms; not above 0 when it is over. */
  readonly leftMs: () => number;
}

/**
 * The same outbox, whose `LaneWork.notBefore` a clock that is set cannot move: how long a channel rests is measured from when
 * this process first reads of it. A rest beyond the longest one was written by a clock that was ahead then, and is none.
 */
export function withMeasuredRests(outbox: Outbox, clock: Clock): Outbox {
  /** By channel; also what is over, so that no clock that is set back begins it anew. */
  const rests = new Map<string, Rest>();

  function restOf(channelId: string, notBefore: number): Rest | null {
    const known = rests.get(channelId);
    if (known?.notBefore === notBefore) return known;
    const lengthMs = notBefore - clock.now();
    if (lengthMs <= 0) {
      rests.delete(channelId);
      return null;
    }
    const elapsed = startTimer(clock);
    const rest = { notBefore, leftMs: () => (lengthMs > LONGEST_REST_MS ? 0 : lengthMs - elapsed()) };
    rests.set(channelId, rest);
    return rest;
  }

  return {
    ...outbox,
    async laneWork(channelId, limit) {
      const work = await outbox.laneWork(channelId, limit);
      const leftMs = restOf(channelId, work.notBefore)?.leftMs() ?? 0;
      return { ...work, notBefore: leftMs <= 0 ? 0 : clock.now() + leftMs };
    },
  };
}
