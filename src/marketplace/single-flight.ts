/** Concurrent calls with the same key share one execution. */
export interface SingleFlight<T> {
  /**
   * Joins the running call of `key`, or starts it. When a caller's `signal` aborts, that caller gets the signal's
   * reason; when all callers have aborted, the call's own signal aborts.
   */
  run(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface SharedCall<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  subscribers: number;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const calls = new Map<string, SharedCall<T>>();

  function settle(key: string, call: SharedCall<T>): void {
    if (calls.get(key) === call) calls.delete(key);
  }

  async function startCall(
    start: (signal: AbortSignal) => Promise<T>,
    controller: AbortController,
  ): Promise<T> {
    return start(controller.signal);
  }

  function join(key: string, start: (signal: AbortSignal) => Promise<T>): SharedCall<T> {
    const existing = calls.get(key);
    if (existing !== undefined) return existing;
    const controller = new AbortController();
    const call = { answer: startCall(start, controller), controller, subscribers: 0 };
    calls.set(key, call);
    const onSettled = (): void => settle(key, call);
    call.answer.then(onSettled, onSettled);
    return call;
  }

  return {
    async run(key, start, signal) {
      signal?.throwIfAborted();
      const call = join(key, start);
      if (signal === undefined) {
        call.subscribers += 1;
        return call.answer;
      }
      call.subscribers += 1;
      const aborted = Promise.withResolvers<never>();
      const onAbort = (): void => {
        call.subscribers -= 1;
        if (call.subscribers === 0) {
          settle(key, call);
          call.controller.abort(signal.reason);
        }
        aborted.reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await Promise.race([call.answer, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}
