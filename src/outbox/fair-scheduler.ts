import type { Clock } from '#src/chain/clock.ts';

/**
 * Store calls are synchronous. After this much work, the event loop gets a turn for gateway heartbeats and command
 * responses.
 */
const WORK_MS = 10;

type Work = () => Promise<void>;

/** `request`: a call for a request that has a permit; `read`: a call that only finds out what is due. */
export type TurnClass = 'request' | 'read';

/**
 * Runs a store call in its turn, and resolves to its result. The call must not wait for anything, because other queues
 * would wait with it.
 */
export type Turn = <R>(turnClass: TurnClass, call: () => Promise<R>) => Promise<R>;

/** Removes and returns the oldest item. */
function takeOldest(workQueue: Set<Work>): Work | undefined {
  const [oldest] = workQueue;
  if (oldest !== undefined) workQueue.delete(oldest);
  return oldest;
}

/**
 * Schedules the store calls of up to ten thousand channel queues that are woken at once: they run in order, and yield
 * to the event loop after some work.
 * The two classes alternate, so that a granted permit is not delayed by all reads, and a queue with an auction about to
 * end is still read in time.
 * @param deps.signal aborts on shutdown; remaining calls then run without yielding
 */
export function createFairScheduler(deps: { readonly clock: Clock; readonly signal: AbortSignal }): Turn {
  const { clock, signal } = deps;
  const waiting: Readonly<Record<TurnClass, Set<Work>>> = { request: new Set(), read: new Set() };
  let [preferred, deferred] = [waiting.read, waiting.request];
  function nextWork(): Work | undefined {
    [preferred, deferred] = [deferred, preferred];
    return takeOldest(preferred) ?? takeOldest(deferred);
  }
  let working = false;
  let workedMs = 0;

  async function work(): Promise<void> {
    working = true;
    for (let next = nextWork(); next !== undefined; next = nextWork()) {
      const startedAt = performance.now();
      await next();
      workedMs += performance.now() - startedAt;
      if (workedMs < WORK_MS || signal.aborted) continue;
      await clock.sleep(0, signal);
      workedMs = 0;
    }
    working = false;
  }

  return (turnClass, call) =>
    new Promise((resolve, reject) => {
      waiting[turnClass].add(() => call().then(resolve, reject));
      if (!working) void work();
    });
}
