import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './ports.ts';

/** Time as the machine tells it. */
export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    delay(Math.max(0, ms), undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
};
