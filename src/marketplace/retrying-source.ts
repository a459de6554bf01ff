import { setTimeout as sleep } from 'node:timers/promises';
import { type Breaker, createBreaker } from './breaker.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { deadline } from './deadline.ts';
import { BadResponse, Unavailable } from './errors.ts';
import type { JsonSource, Request } from './http.ts';

/** Maximum retries of a failed read. */
const MAX_RETRIES = 2;
/** Upper bound of the random delay before the first retry; doubles with each retry (full jitter). */
const FIRST_RETRY_DELAY_MS = 200;
/** Out of 20 connections; the others are reserved for polling the feed and the auctions. */
const MAX_CONCURRENT_LOOKUPS = 16;
/** Maximum queued requests. If answers take 50 ms, the last one waits less than a second. */
const MAX_WAITING = 200;

/** Returns whether a retry may succeed: no answer, or one that was truncated or not JSON. */
function isRetryable(error: unknown): boolean {
  return error instanceof Unavailable || (error instanceof BadResponse && error.damaged);
}

/**
 * Wraps `source` with a circuit breaker for each endpoint, retries within `timeoutMs`, and a limit of concurrent
 * requests that leaves connections to the poll. Urgent requests bypass all of these, because the poll has its own
 * schedule and backoff, and must notice immediately when the marketplace recovers.
 * @param deps.now epoch milliseconds
 * @param deps.random in [0, 1)
 */
export function createRetryingSource(deps: {
  source: JsonSource;
  now: () => number;
  random: () => number;
  timeoutMs: number;
}): JsonSource {
  const { source, now, random, timeoutMs } = deps;
  const breakers = new Map<string, Breaker>();
  const concurrency = createConcurrencyLimit({
    maxConcurrent: MAX_CONCURRENT_LOOKUPS,
    maxWaiting: MAX_WAITING,
  });

  function breakerOf(endpoint: string): Breaker {
    const breaker = breakers.get(endpoint) ?? createBreaker({ now, random });
    breakers.set(endpoint, breaker);
    return breaker;
  }

  /** Resolves to `false` when the signal aborted the delay. */
  async function pause(retry: number, signal: AbortSignal): Promise<boolean> {
    try {
      await sleep(random() * FIRST_RETRY_DELAY_MS * 2 ** retry, undefined, { signal });
      return true;
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  }

  async function getWithRetries(request: Request, signal: AbortSignal): Promise<unknown> {
    const breaker = breakerOf(request.endpoint);
    let failure: unknown;
    for (let retry = 0; ; retry += 1) {
      let reached = false;
      try {
        return await concurrency.run(
          () =>
            breaker.run(() => {
              reached = true;
              return source.get({ ...request, signal });
            }, signal),
          signal,
        );
      } catch (error) {
        // The original error is more useful than that of the open circuit.
        if (reached || retry === 0) failure = error;
        const again = reached && retry < MAX_RETRIES && isRetryable(error) && !signal.aborted;
        if (!again || !(await pause(retry, signal))) throw failure;
      }
    }
  }

  return {
    async get(request) {
      if (request.urgent === true) return source.get(request);
      request.signal?.throwIfAborted();
      using limit = deadline(timeoutMs, request.signal);
      try {
        return await getWithRetries(request, limit.signal);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
