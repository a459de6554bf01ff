// Preloaded into the demo's bot where time runs fast (docs/decisions/045): its wall clock is that of the demo, and its pauses are
// shorter, so that it polls often enough. Its monotonic clock, and the time limits of its requests, are the machine's.
import { openSync, readSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const PAUSES_SHORTER_BY = 20;

const descriptor = openSync(process.env.DEMO_CLOCK_FILE, 'r');
const bytes = Buffer.alloc(8);
const MachineDate = Date;

function now() {
  readSync(descriptor, bytes, 0, bytes.length, 0);
  return Math.floor(bytes.readDoubleLE(0));
}

globalThis.Date = class extends MachineDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};

const pause = timers.setTimeout;
timers.setTimeout = (ms, ...rest) => pause(ms / PAUSES_SHORTER_BY, ...rest);
syncBuiltinESMExports();
