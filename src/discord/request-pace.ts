const SECOND_MS = 1_000;

/**
 * Lets so many requests begin in any second, in the order in which they ask; who comes too early waits, mostly for a few
 * milliseconds. Resolves when one may begin.
 * @param deps.now ms, of a clock that only goes forward
 */
export function createRequestPace(deps: {
  readonly aSecond: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}): () => Promise<void> {
  const { aSecond, now, sleep } = deps;
  /** When the requests of the last second began, oldest first. */
  let begun: readonly number[] = [];
  let lastInLine: Promise<void> = Promise.resolve();

  async function begin(): Promise<void> {
    for (;;) {
      const at = now();
      begun = begun.filter((before) => before > at - SECOND_MS);
      const [oldest] = begun;
      if (oldest === undefined || begun.length < aSecond) {
        begun = [...begun, at];
        return;
      }
      await sleep(oldest + SECOND_MS - at);
    }
  }

  return () => {
    lastInLine = lastInLine.then(begin);
    return lastInLine;
  };
}
