import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { anySignal } from './any-signal.ts';
import { createSimulatedClock, type SimulatedClock } from './clock.ts';
import { currentProcess } from './owners.ts';
import { replace } from './replace.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createVirtualTimers } from './virtual-timers.ts';

/** Time and chance of the simulation, which replace those of the machine for the whole process. */
export interface VirtualTime {
  readonly scheduler: Scheduler;
  readonly clock: SimulatedClock;
  /** Errors of callbacks and of promises that nobody handled, and attempts at real I/O; emptied by reading. */
  takeErrors(): readonly unknown[];
  addError(error: unknown): void;
  /** The source of all that is random to the bot, in [0, 1). */
  setRandom(random: () => number): void;
  /** Time of the machine, ms; for the report of a run only. */
  realNow(): number;
  /** @param startsAt when the next history begins, epoch ms */
  reset(startsAt: number): void;
}

function installDate(wallTime: () => number): void {
  const RealDate = Date;
  class VirtualDate extends RealDate {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [wallTime()] : given) as [number]));
    }
    static override now(): number {
      return wallTime();
    }
  }
  replace(globalThis, 'Date', VirtualDate);
}

function installTimers(virtual: ReturnType<typeof createVirtualTimers>): void {
  const { setTimeout, setInterval, setImmediate, clear, promises } = virtual;
  replace(setTimeout, promisify.custom, promises.setTimeout);
  replace(setImmediate, promisify.custom, promises.setImmediate);
  for (const target of [globalThis, timers]) {
    replace(target, 'setTimeout', setTimeout);
    replace(target, 'setInterval', setInterval);
    replace(target, 'setImmediate', setImmediate);
    for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) replace(target, name, clear);
  }
  replace(timersPromises, 'setTimeout', promises.setTimeout);
  replace(timersPromises, 'setImmediate', promises.setImmediate);
  replace(AbortSignal, 'timeout', virtual.abortAfter);
  replace(AbortSignal, 'any', anySignal);
  replace(AbortController.prototype, 'abort', createAbort());
}

/** Node's, without a reason of its own for each, whose stacks took a hundredth of a run. */
function createAbort(): AbortController['abort'] {
  const { abort } = AbortController.prototype;
  const usual = new DOMException('This operation was aborted', 'AbortError');
  return function abortWith(this: AbortController, reason: unknown = usual): void {
    abort.call(this, reason);
  };
}

function installRandom(random: () => number): void {
  const byte = () => Math.floor(random() * 256);
  function fill<T extends ArrayBufferView>(view: T): T {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let position = 0; position < bytes.length; position += 1) bytes[position] = byte();
    return view;
  }
  const bytes = (size: number): Buffer => fill(Buffer.alloc(size));
  let uuids = 0;
  /** Unique in this process and not only in a history, because libraries keep what has one. */
  function uuid(): string {
    uuids += 1;
    return `00000000-0000-4000-a000-${uuids.toString(16).padStart(12, '0')}`;
  }
  replace(Math, 'random', random);
  replace(crypto, 'randomBytes', bytes);
  replace(crypto, 'randomFillSync', fill);
  replace(crypto, 'randomUUID', uuid);
  replace(crypto.webcrypto, 'getRandomValues', fill);
  replace(crypto.webcrypto, 'randomUUID', uuid);
}

/**
 * Replaces timers, clocks and randomness of this process. It must be called before the bot and its libraries are imported,
 * because some keep what they find at their import.
 */
export function installVirtualTime(): VirtualTime {
  const realImmediate = setImmediate;
  const realPerformanceNow = performance.now.bind(performance);
  const errors: unknown[] = [];
  let random: () => number = () => 0.5;

  const scheduler = createScheduler({
    turn: () => new Promise((resolve) => void realImmediate(resolve)),
    onError: (error) => errors.push(error),
  });
  const clock = createSimulatedClock(scheduler);

  installDate(clock.wallTime);
  installTimers(createVirtualTimers(scheduler));
  installRandom(() => random());
  replace(performance, 'now', clock.monotonic);
  replace(os, 'uptime', () => clock.monotonic() / 1_000);
  replace(os, 'hostname', () => currentProcess()?.name ?? 'simulated');
  replace(process, 'pid', 1);
  replace(process, 'uptime', () => clock.monotonic() / 1_000);
  replace(
    process,
    'hrtime',
    Object.assign(() => [Math.floor(clock.monotonic() / 1_000), (clock.monotonic() % 1_000) * 1e6], {
      bigint: () => BigInt(Math.round(clock.monotonic() * 1e6)),
    }),
  );
  syncBuiltinESMExports();
  const onUnhandled = (error: unknown) => {
    if (currentProcess()?.isAlive !== false) errors.push(error);
  };
  process.on('unhandledRejection', onUnhandled);
  process.on('uncaughtException', onUnhandled);

  return {
    scheduler,
    clock,
    takeErrors: () => errors.splice(0),
    addError: (error) => errors.push(error),
    setRandom: (value) => {
      random = value;
    },
    realNow: realPerformanceNow,
    reset(startsAt) {
      scheduler.reset();
      clock.reset(startsAt);
      errors.length = 0;
    },
  };
}
