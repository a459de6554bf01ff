import { setTimeout as sleep } from 'node:timers/promises';
import { type Breaker, createBreaker } from './breaker.ts';
import { deadline } from './deadline.ts';
import { BadResponse, Unavailable } from './errors.ts';
import type { JsonSource, Request } from './http.ts';
import { createLookupRoom } from './lookup-room.ts';

/** How often an idempotent read that failed is repeated. */
const RETRIES = 2;
/** The pause before the first retry is random up to this, and the bound doubles (full jitter). */
const FIRST_PAUSE_MS = 200;
/** Of the 20 connections there are; the others stay free for the feed and the auctions, however slow lookups get. */
const LOOKUPS_AT_ONCE = 16;
/** With answers in 50 ms these wait less than a second; where each takes long, their own time is up first. */
const MOST_WAITING = 200;

/** Whether the same request may well succeed in a moment: nobody answered, or the answer was cut off or no JSON. */
function mayPass(error: unknown): boolean {
  return error instanceof Unavailable || (error instanceof BadResponse && error.damaged);
}

/**
 * `source` with a circuit breaker for each endpoint and with retries while there is time left within `timeoutMs`, for so
 * many at once that the feed always has connections of its own.
 * Urgent requests go straight through: the feed has a schedule with pauses of its own, and is not to be kept from asking
 * when the marketplace comes back.
 * @param deps.now epoch milliseconds
 * @param deps.random in [0, 1)
 */
export function createPatientSource(deps: {
  source: JsonSource;
  now: () => number;
  random: () => number;
  timeoutMs: number;
}): JsonSource {
  const { source, now, random, timeoutMs } = deps;
  const breakers = new Map<string, Breaker>();
  const room = createLookupRoom({ places: LOOKUPS_AT_ONCE, mostWaiting: MOST_WAITING });

  function breakerOf(endpoint: string): Breaker {
    const breaker = breakers.get(endpoint) ?? createBreaker({ now, random });
    breakers.set(endpoint, breaker);
    return breaker;
  }

  /** Resolves to whether the pause was had in full. */
  async function pause(retry: number, signal: AbortSignal): Promise<boolean> {
    try {
      await sleep(random() * FIRST_PAUSE_MS * 2 ** retry, undefined, { signal });
      return true;
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  }

  async function tryOften(request: Request, signal: AbortSignal): Promise<unknown> {
    const breaker = breakerOf(request.endpoint);
    let failure: unknown;
    for (let retry = 0; ; retry += 1) {
      let reached = false;
      try {
        return await room.within(
          () =>
            breaker.run(() => {
              reached = true;
              return source.get({ ...request, signal });
            }, signal),
          signal,
        );
      } catch (error) {
        // What went wrong tells more than that the circuit broke over it.
        if (reached || retry === 0) failure = error;
        const again = reached && retry < RETRIES && mayPass(error) && !signal.aborted;
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
        return await tryOften(request, limit.signal);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
