import { currentProcess } from './owners.ts';
import type { Scheduler, Task } from './scheduler.ts';

type Callback = (...args: readonly unknown[]) => void;

/** Longest delay of Node's timers, ms; a longer one counts as 1. */
const MAX_DELAY_MS = 2 ** 31 - 1;

const delayOf = (ms: unknown): number => {
  const delay = Number(ms);
  return delay >= 1 && delay <= MAX_DELAY_MS ? Math.trunc(delay) : 1;
};

/** A timer of the simulation, with the methods of Node's. */
class VirtualTimer {
  readonly start: () => Task;
  readonly stop: (task: Task) => void;
  task: Task;

  constructor(start: () => Task, stop: (task: Task) => void) {
    this.start = start;
    this.stop = stop;
    this.task = start();
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    this.stop(this.task);
    this.task = this.start();
    return this;
  }
  close(): this {
    this.stop(this.task);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.task.order;
  }
  [Symbol.dispose](): void {
    this.stop(this.task);
  }
}

/** One for all: with a stack of its own for each timeout of a request they took a hundredth of a run. */
const TIMED_OUT = new DOMException('The operation was aborted due to timeout', 'TimeoutError');

interface DelayOptions {
  readonly signal?: AbortSignal;
}

/** One for all, as well. */
const ABORTED = Object.assign(new Error('The operation was aborted'), {
  name: 'AbortError',
  code: 'ABORT_ERR',
});

/**
 * Node's timers on the time of the simulation. Each belongs to the process whose code starts it, and one that a dead process
 * starts never ends.
 */
export function createVirtualTimers(scheduler: Scheduler) {
  const never: Task = { at: 0, order: 0, owner: 'world', run: null };

  function later(delayMs: number, run: () => void): Task {
    const process = currentProcess();
    return process?.isAlive === true ? scheduler.schedule(process, delayMs, run) : never;
  }
  function soon(run: () => void): Task {
    const process = currentProcess();
    return process?.isAlive === true ? scheduler.scheduleImmediate(process, run) : never;
  }

  const setTimeout = (callback: Callback, ms?: number, ...args: readonly unknown[]) =>
    new VirtualTimer(() => later(delayOf(ms), () => callback(...args)), scheduler.cancel);

  const setImmediate = (callback: Callback, ...args: readonly unknown[]) =>
    new VirtualTimer(() => soon(() => callback(...args)), scheduler.cancel);

  function setInterval(callback: Callback, ms?: number, ...args: readonly unknown[]): VirtualTimer {
    const timer: VirtualTimer = new VirtualTimer(
      () =>
        later(delayOf(ms), () => {
          timer.task = timer.start();
          callback(...args);
        }),
      scheduler.cancel,
    );
    return timer;
  }

  const clear = (timer: unknown): void => {
    if (timer instanceof VirtualTimer) scheduler.cancel(timer.task);
  };

  function delayed<T>(start: (end: () => void) => Task, value: T, { signal }: DelayOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(ABORTED);
        return;
      }
      const task = start(() => {
        signal?.removeEventListener('abort', cancel);
        resolve(value);
      });
      function cancel(): void {
        scheduler.cancel(task);
        if (signal !== undefined) reject(ABORTED);
      }
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  return {
    setTimeout,
    setInterval,
    setImmediate,
    clear,
    promises: {
      setTimeout: <T>(ms?: number, value?: T, options?: DelayOptions) =>
        delayed((end) => later(delayOf(ms), end), value, options),
      setImmediate: <T>(value?: T, options?: DelayOptions) => delayed((end) => soon(end), value, options),
    },
    abortAfter(ms: number): AbortSignal {
      const controller = new AbortController();
      later(delayOf(ms), () => controller.abort(TIMED_OUT));
      return controller.signal;
    },
  };
}
