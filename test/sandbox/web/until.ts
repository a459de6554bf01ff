import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `holds` returns true, checking every 10 ms. Rejects after five seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to that in five seconds.');
    await delay(10);
  }
}
