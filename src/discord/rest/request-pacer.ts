const SECOND_MS = 1_000;

/**
 * Limits how many requests start in any second, first come, first served. Early ones wait, mostly a few milliseconds.
 * The promise resolves when the request may start.
 * @param deps.now ms, monotonic
 */
export function createRequestPacer(deps: {
  readonly perSecond: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}): () => Promise<void> {
  const { perSecond, now, sleep } = deps;
  /** Start times of the requests of the last second, oldest first. */
  let starts: readonly number[] = [];
  let tail: Promise<void> = Promise.resolve();

  async function acquire(): Promise<void> {
    for (;;) {
      const at = now();
      starts = starts.filter((before) => before > at - SECOND_MS);
      const [oldest] = starts;
      if (oldest === undefined || starts.length < perSecond) {
        starts = [...starts, at];
        return;
      }
      await sleep(oldest + SECOND_MS - at);
    }
  }

  return () => {
    tail = tail.then(acquire);
    return tail;
  };
}
