/** Delay between attempts; doubles from the first to the longest. */
const INITIAL_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * Repeats a request until it succeeds, with delays of 1 s that double up to 30 s, so that a bot started during an
 * outage needs no restart.
 * @param options.isFinal returns whether a retry cannot help; such an error is thrown
 * @param options.onFailure called for every other error, with the number of failures so far
 * @throws the signal's reason when it aborts
 */
export async function retryUntilSuccess<T>(
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
      await sleep(Math.min(MAX_PAUSE_MS, INITIAL_PAUSE_MS * 2 ** Math.min(failures - 1, 30)), signal);
    }
  }
}
