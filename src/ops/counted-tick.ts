/** A look at the marketplace that is timed. */
export interface CountedTick<T> {
  readonly tick: (signal: AbortSignal) => Promise<T>;
  /** Since when a look is under way, ms of the clock that `now` is; `null` while none is. */
  readonly lookingSince: () => number | null;
}

/**
 * Times the looks and tells how they end; a look that is broken off by its signal is not told.
 * @param deps.now ms of a clock that only goes forward
 */
export function countTicks<T>(
  tick: (signal: AbortSignal) => Promise<T>,
  deps: {
    readonly now: () => number;
    readonly ended: (outcome: 'ok' | 'failed', tookMs: number, error?: unknown) => void;
  },
): CountedTick<T> {
  const { now, ended } = deps;
  let since: number | null = null;

  return {
    async tick(signal) {
      const begunAt = now();
      since = begunAt;
      try {
        const answer = await tick(signal);
        ended('ok', Math.max(0, now() - begunAt));
        return answer;
      } catch (error) {
        if (!signal.aborted) ended('failed', Math.max(0, now() - begunAt), error);
        throw error;
      } finally {
        since = null;
      }
    },
    lookingSince: () => since,
  };
}
