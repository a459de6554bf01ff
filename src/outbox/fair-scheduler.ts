import type { Clock } from '#src/chain/clock.ts';

/** The store works synchronously; after this much work the event loop runs gateway heartbeats and command answers. */
const WORK_MS = 10;

type Work = () => Promise<void>;

/** `request`: a call that belongs to a request with a permit; `read`: one that only finds out what is due. */
export type TurnClass = 'request' | 'read';

/**
 * Runs a call of the store in its turn, and resolves to what it resolves to. Never to be called around a wait: other
 * queues would wait with it.
 */
export type Turn = <R>(turnClass: TurnClass, call: () => Promise<R>) => Promise<R>;

/** Removes and returns the oldest. */
function takeOldest(workQueue: Set<Work>): Work | undefined {
  const [oldest] = workQueue;
  if (oldest !== undefined) workQueue.delete(oldest);
  return oldest;
}

/**
 * Turns for the store calls of ten thousand channel queues that are woken at once: they run in order, and yield to the
 * event loop after some work. The two classes alternate, so a granted permit is not delayed by all reads, and a queue
 * with an auction about to end is still read in time.
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
