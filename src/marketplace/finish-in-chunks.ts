import { setImmediate } from 'node:timers/promises';
import type { StepGenerator } from '#src/chain/steps.ts';

/** Steps that run before yielding to the event loop. */
const STEPS_PER_CHUNK = 100;
/** It also yields after this time, ms, because a step with external data may be long. */
const CHUNK_MS = 10;

/**
 * Runs the steps in chunks, yielding to the event loop in between.
 * @throws the signal's reason when it aborts; the partial result is discarded
 */
export async function finishInChunks<T>(steps: StepGenerator<T>, signal?: AbortSignal): Promise<T> {
  let startedAt = performance.now();
  for (let done = 1; ; done += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (done % STEPS_PER_CHUNK === 0 || performance.now() - startedAt >= CHUNK_MS) {
      await setImmediate();
      signal?.throwIfAborted();
      startedAt = performance.now();
    }
  }
}
