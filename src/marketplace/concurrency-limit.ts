import { RateLimited } from './errors.ts';

/** `retryAfterMs` of the error when the queue is full, ms. */
const RETRY_AFTER_MS = 10_000;

/** Limits the number of concurrent requests; the others queue. */
export interface ConcurrencyLimit {
  /**
   * Runs the work when a permit is free, first come, first served.
   * @throws RateLimited if the queue is full; the signal's reason when it aborts while queued
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * @param options.maxConcurrent maximum number of concurrent runs
 * @param options.maxWaiting maximum number of queued runs
 */
export function createConcurrencyLimit(options: {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
}): ConcurrencyLimit {
  let available = options.maxConcurrent;
  const waiting = new Set<() => void>();

  function release(): void {
    const [next] = waiting;
    if (next === undefined) available += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  async function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (available > 0) {
      available -= 1;
      return;
    }
    if (waiting.size >= options.maxWaiting) throw new RateLimited(RETRY_AFTER_MS);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = (): void => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.add(resolve);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  return {
    async run(work, signal) {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
