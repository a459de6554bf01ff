import { RateLimited } from './errors.ts';

/** How long somebody is told to wait when even the queue is full, in ms. */
const TRY_AGAIN_MS = 10_000;

/** A bound on how many requests are under way at once. */
export interface LookupRoom {
  /**
   * Does the work when there is a place, in the order in which it was asked for.
   * @throws RateLimited when too many wait already; the signal's reason when that aborts before its turn
   */
  within<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * @param options.places how many may be under way
 * @param options.mostWaiting how many may wait for one of them
 */
export function createLookupRoom(options: {
  readonly places: number;
  readonly mostWaiting: number;
}): LookupRoom {
  let free = options.places;
  const waiting = new Set<() => void>();

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.size >= options.mostWaiting) throw new RateLimited(TRY_AGAIN_MS);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.add(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  return {
    async within(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
