/** The stand-in's clock: the time, and timers. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `run` after `delayMs` of this clock's time; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Cancels all timers. */
  close(): void;
}

/** How often an injected clock is read while timers are pending, because it may jump at any time. */
const INJECTED_CLOCK_POLL_MS = 10;
/** Node's timers overflow beyond this delay. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Due {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * A clock over the machine's time, or over `now` where given (for example a test's manual clock).
 * @param hasMachineTimers whether timers run by the machine's time all the same
 */
export function createClock(now?: () => number, hasMachineTimers = false): Clock {
  const isMachine = now === undefined || hasMachineTimers;
  const read = isMachine ? Date.now : now;
  const pending = new Set<Due>();
  let timer: NodeJS.Timeout | undefined;

  function arm(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) {
      return;
    }
    let next = Number.POSITIVE_INFINITY;
    for (const due of pending) {
      next = Math.min(next, due.atMs);
    }
    const wait = Math.max(0, next - read());
    timer = setTimeout(runDue, Math.min(wait, isMachine ? MAX_TIMER_MS : INJECTED_CLOCK_POLL_MS));
    timer.unref();
  }

  function runDue(): void {
    const at = read();
    const ready = [...pending].filter((due) => due.atMs <= at).sort((a, b) => a.atMs - b.atMs);
    for (const due of ready) {
      if (pending.delete(due)) {
        due.run();
      }
    }
    arm();
  }

  return {
    now: now ?? Date.now,
    after(delayMs, run) {
      const due: Due = { atMs: read() + delayMs, run };
      pending.add(due);
      arm();
      return () => {
        pending.delete(due);
      };
    },
    close() {
      pending.clear();
      clearTimeout(timer);
    },
  };
}
