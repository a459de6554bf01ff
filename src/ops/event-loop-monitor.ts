/** Monitors whether the event loop was blocked. */
export interface EventLoopMonitor extends Disposable {
  /** Returns whether the event loop was not blocked for long recently. */
  isResponsive(): boolean;
}

const INTERVAL_MS = 1_000;
/** How long a past block is reported, ms. Nothing can be reported while the event loop is blocked. */
const REPORTED_FOR_MS = 30_000;
/** After this delay, interactions have failed (Discord allows 3 s) and heartbeats are late, ms. */
const MAX_DELAY_MS = 10_000;

/** @param now monotonic clock, ms */
export function createEventLoopMonitor(now: () => number): EventLoopMonitor {
  let lastRunAt = now();
  let lateAt = Number.NEGATIVE_INFINITY;

  function check(): void {
    const at = now();
    if (at - lastRunAt > INTERVAL_MS + MAX_DELAY_MS) lateAt = at;
    lastRunAt = at;
  }

  const timer = setInterval(check, INTERVAL_MS);
  timer.unref();
  return {
    isResponsive() {
      check();
      return now() - lateAt > REPORTED_FOR_MS;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
