import { describe, expect, it } from 'vitest';
import { createFairScheduler } from '#src/outbox/fair-scheduler.ts';
import { createManualClock } from '../support/manual-clock.ts';

const WORK_MS = 4;

/** A scheduler, and calls that each block the event loop for a while. */
function createBusyScheduler() {
  const clock = createManualClock();
  const stopping = new AbortController();
  const turn = createFairScheduler({ clock, signal: stopping.signal });
  let done = 0;
  async function call(): Promise<number> {
    const until = performance.now() + WORK_MS;
    while (performance.now() < until);
    done += 1;
    return done;
  }
  return { clock, stopping, turn, call, done: () => done };
}

describe('turns on the event loop', () => {
  it('yield after some work, and continue in order', async () => {
    const { clock, turn, call, done } = createBusyScheduler();
    const all = Promise.all(Array.from({ length: 9 }, () => turn('read', call)));
    expect(done()).toBeLessThan(9);
    await clock.advance(0);
    expect(await all).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('alternate between requests and reads', async () => {
    const { clock, turn, call } = createBusyScheduler();
    const plan: string[] = [];
    const reads = Array.from({ length: 4 }, (_, number) =>
      turn('read', call).then(() => plan.push(`read ${number + 1}`)),
    );
    const requests = ['a', 'b'].map((name) => turn('request', call).then(() => plan.push(`request ${name}`)));
    await clock.advance(0);
    await Promise.all([...reads, ...requests]);
    expect(plan).toEqual(['read 1', 'read 2', 'request a', 'read 3', 'request b', 'read 4']);
  });

  it('do not yield on shutdown', async () => {
    const { stopping, turn, call, done } = createBusyScheduler();
    stopping.abort();
    await Promise.all(Array.from({ length: 9 }, () => turn('read', call)));
    expect(done()).toBe(9);
  });

  it('go on after a call that fails, which rejects for its caller only', async () => {
    const { turn, call } = createBusyScheduler();
    const failed = turn('request', () => Promise.reject(new Error('no such post'))).catch(String);
    expect(await turn('read', call)).toBe(1);
    expect(await failed).toBe('Error: no such post');
  });
});
