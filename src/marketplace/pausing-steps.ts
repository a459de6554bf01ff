import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../domain/steps.ts';

/** Steps that are done before everybody else has the event loop. */
const STEPS_AT_ONCE = 100;

/**
 * Does work without holding the event loop.
 * @throws the signal's reason, as soon as it is aborted; what was done until then is lost
 */
export async function finishWithPauses<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (let done = 1; ; done += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (done % STEPS_AT_ONCE === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
}
