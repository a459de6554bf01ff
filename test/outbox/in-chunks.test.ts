import { describe, expect, it } from 'vitest';
import { inChunks } from '#src/outbox/in-chunks.ts';
import type { DeliveryStore } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const WORK_MS = 4;
const LONG_AGO = 100;

/** A store whose reads of a queue each block the event loop for a while. */
async function createBusyOutbox() {
  const clock = createManualClock();
  const stopping = new AbortController();
  const store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  let done = 0;
  const busy: DeliveryStore = {
    ...store,
    async expire() {
      const until = performance.now() + WORK_MS;
      while (performance.now() < until);
      done += 1;
      return done;
    },
    // Something has expired, always.
    channelWork: async (channelId, limit) => ({
      ...(await store.channelWork(channelId, limit)),
      oldestWaitingAt: LONG_AGO,
    }),
    markDead: () => Promise.reject(new Error('no such post')),
  };
  const outbox = inChunks(busy, { clock, signal: stopping.signal });
  return {
    clock,
    stopping,
    outbox,
    done: () => done,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe('an outbox that works in chunks', () => {
  it('yields to the event loop after a chunk of work, and continues in order', async () => {
    await using busy = await createBusyOutbox();
    const { clock, outbox, done } = busy;
    const asked = Promise.all(Array.from({ length: 9 }, () => outbox.expire('1', 0)));
    expect(done()).toBeLessThan(9);
    await clock.advance(0);
    expect(await asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('expires nothing while the oldest alert of a queue is young enough', async () => {
    await using busy = await createBusyOutbox();
    const { expired, work } = await busy.outbox.expireAndReadWork('1', 1, LONG_AGO);
    expect([expired, work.oldestWaitingAt, busy.done()]).toEqual([0, LONG_AGO, 0]);
  });

  it('alternates calls that belong to requests and reads of other queues', async () => {
    await using busy = await createBusyOutbox();
    const { clock, outbox } = busy;
    const plan: string[] = [];
    const reads = Array.from({ length: 4 }, (_, channel) =>
      outbox
        .expireAndReadWork(String(channel), 1, LONG_AGO + 1)
        .then(({ expired }) => plan.push(`read ${expired}`)),
    );
    const permits = ['a', 'b'].map((channel) =>
      outbox.channelWorkPrioritised(channel, 1).then(() => plan.push(`permit ${channel}`)),
    );
    await clock.advance(0);
    await Promise.all([...reads, ...permits]);
    expect(plan).toEqual(['read 1', 'read 2', 'permit a', 'read 3', 'permit b', 'read 4']);
  });

  it('stops yielding on shutdown', async () => {
    await using busy = await createBusyOutbox();
    const { stopping, outbox, done } = busy;
    stopping.abort();
    await Promise.all(Array.from({ length: 9 }, () => outbox.expire('1', 0)));
    expect(done()).toBe(9);
  });

  it('rejects for the caller of a failed task, and continues', async () => {
    await using busy = await createBusyOutbox();
    const { outbox } = busy;
    const failed = outbox.markDead(1, 'refused').catch((error: unknown) => String(error));
    expect(await outbox.expire('1', 0)).toBe(1);
    expect(await failed).toBe('Error: no such post');
  });
});
