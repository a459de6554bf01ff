import type { Clock, Outbox } from '../ports.ts';

/** The store works in the event loop. After so much of it others have it: heartbeats, and people who wait for an answer. */
const SLICE_MS = 10;

/**
 * The same outbox for a thousand lanes that are woken at once: what they ask of it is done in order, and after each slice of
 * work the event loop turns.
 * @param deps.signal aborts when no more work is begun; then nothing is spread any more
 */
export function inSlices(
  outbox: Outbox,
  deps: { readonly clock: Clock; readonly signal: AbortSignal },
): Outbox {
  const { clock, signal } = deps;
  const asked: (() => void)[] = [];
  let working = false;
  let workedMs = 0;

  async function work(): Promise<void> {
    working = true;
    for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
      const begunAt = performance.now();
      next();
      workedMs += performance.now() - begunAt;
      if (workedMs < SLICE_MS || signal.aborted) continue;
      await clock.sleep(0, signal);
      workedMs = 0;
    }
    working = false;
  }

  function sliced<A extends readonly unknown[], R>(
    verb: (...args: A) => Promise<R>,
  ): (...args: A) => Promise<R> {
    return (...args) =>
      new Promise<R>((resolve, reject) => {
        asked.push(() => void verb(...args).then(resolve, reject));
        if (!working) void work();
      });
  }

  return {
    recover: sliced(outbox.recover),
    lanesWithWork: sliced(outbox.lanesWithWork),
    laneWork: sliced(outbox.laneWork),
    expire: sliced(outbox.expire),
    beginPost: sliced(outbox.beginPost),
    foldWaiting: sliced(outbox.foldWaiting),
    markShown: sliced(outbox.markShown),
    letCardBe: sliced(outbox.letCardBe),
    markPublished: sliced(outbox.markPublished),
    retryPost: sliced(outbox.retryPost),
    markSent: sliced(outbox.markSent),
    markAmbiguous: sliced(outbox.markAmbiguous),
    release: sliced(outbox.release),
    markDead: sliced(outbox.markDead),
    stopLane: sliced(outbox.stopLane),
  };
}
