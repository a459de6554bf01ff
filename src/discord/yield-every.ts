import { setImmediate } from 'node:timers/promises';

/**
 * Returns a function to await before each item of a long loop; it yields to the event loop before every `many`-th
 * item.
 */
export function yieldEvery(many: number): () => Promise<void> {
  let done = 0;
  return async () => {
    done += 1;
    if (done % many === 0) await setImmediate();
  };
}
