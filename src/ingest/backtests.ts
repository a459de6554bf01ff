import type { Backtest, BacktestRequest, RunBacktest } from './backtest.ts';

/** Backtests that wait; more are not run. */
const MAX_WAITING = 20;

/** Runs the backtests of a process, one after the other, because each may read all stored sales. */
export interface Backtests {
  /**
   * Counts what a rule would have posted. Resolves to `null` before the first poll of the feed, and if too many others
   * wait.
   */
  count(request: BacktestRequest, options: NonNullable<Parameters<RunBacktest>[1]>): Promise<Backtest | null>;
  /**
   * Runs work that `stop` can end.
   * @param name names the work; there is at most one of each name
   */
  follow(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Ends the work of this name, and waits for its end. */
  stop(name: string): Promise<void>;
}

/** Resolves when `before` does. @throws the reason of the signal */
function turn(before: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  void before.then(resolve);
  return promise.finally(() => signal?.removeEventListener('abort', stop));
}

/** @param deps.stopping aborts when the process stops */
export function createBacktests(deps: {
  readonly run: RunBacktest;
  readonly stopping: AbortSignal;
}): Backtests {
  const { run, stopping } = deps;
  const followed = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  let waiting = 0;
  let last = Promise.resolve();

  return {
    async count(request, options) {
      if (waiting >= MAX_WAITING) return null;
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      waiting += 1;
      try {
        await turn(before, options.signal);
        options.signal?.throwIfAborted();
        return await run(request, options);
      } finally {
        waiting -= 1;
        // Also after a wait that was stopped, the next one waits for those before.
        void before.then(resolve);
      }
    },
    async follow(name, work) {
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, stopping]);
      const ended = work(signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      const own = { stop, ended };
      followed.set(name, own);
      try {
        await ended;
      } finally {
        if (followed.get(name) === own) followed.delete(name);
      }
    },
    async stop(name) {
      const found = followed.get(name);
      found?.stop.abort();
      // Whoever follows it gets its failure.
      await Promise.allSettled([found?.ended]);
    },
  };
}
