/** Waits between tries double up to this. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Repeats a request until it succeeds, with pauses of 1 s that double up to 30 s, so that a bot that starts during an outage
 * needs nobody to start it again.
 * @param options.isFinal whether no further try can help: such an error is thrown
 * @param options.onFailure hears of every other one, with the number of failures so far
 * @throws the signal's reason when it aborts
 */
export async function untilAnswered<T>(
  request: () => Promise<T>,
  options: {
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    readonly signal: AbortSignal;
    readonly isFinal: (error: unknown) => boolean;
    readonly onFailure: (error: unknown, failures: number) => void;
  },
): Promise<T> {
  const { sleep, signal, isFinal, onFailure } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      signal.throwIfAborted();
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
      onFailure(error, failures);
      await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 30)), signal);
    }
  }
}
