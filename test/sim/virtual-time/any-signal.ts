/**
 * `AbortSignal.any`, without Node's list of all such signals that have listeners: nothing aborts those of a killed process, so the
 * list would keep everything that such a process had.
 */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) {
      controller.abort(signal.reason);
      break;
    }
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}
