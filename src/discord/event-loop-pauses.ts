import { setImmediate } from 'node:timers/promises';

/**
 * For work on many things in a row: what it gives is awaited before each of them, and lets everybody else have the event loop
 * before every so many.
 */
export function pauseEvery(many: number): () => Promise<void> {
  let done = 0;
  return async () => {
    done += 1;
    if (done % many === 0) await setImmediate();
  };
}
