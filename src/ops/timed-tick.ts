/** A poll of the marketplace whose duration is measured. */
export interface TimedTick<T> {
  readonly tick: (signal: AbortSignal) => Promise<T>;
  /** Returns the start of the poll in progress, ms of `now`; `null` if there is none. */
  readonly pollingSince: () => number | null;
}

/**
 * Times polls and reports their outcome; an aborted poll is not reported.
 * @param deps.now monotonic clock, ms
 */
export function timeTicks<T>(
  tick: (signal: AbortSignal) => Promise<T>,
  deps: {
    readonly now: () => number;
    readonly ended: (outcome: 'ok' | 'failed', tookMs: number, error?: unknown) => void;
  },
): TimedTick<T> {
  const { now, ended } = deps;
  let since: number | null = null;

  return {
    async tick(signal) {
      const startedAt = now();
      since = startedAt;
      try {
        const answer = await tick(signal);
        ended('ok', Math.max(0, now() - startedAt));
        return answer;
      } catch (error) {
        if (!signal.aborted) ended('failed', Math.max(0, now() - startedAt), error);
        throw error;
      } finally {
        since = null;
      }
    },
    pollingSince: () => since,
  };
}
