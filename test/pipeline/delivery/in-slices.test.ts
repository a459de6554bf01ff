import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../src/pipeline/delivery/in-slices.ts';
import type { Outbox } from '../../../src/pipeline/ports.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';

const WORK_MS = 4;

/** A store whose looks at a lane each keep the event loop for a while. */
async function createBusyOutbox() {
  const clock = createManualClock();
  const stopping = new AbortController();
  const store = await openSqliteStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  let done = 0;
  const busy: Outbox = {
    ...store,
    async expire() {
      const until = performance.now() + WORK_MS;
      while (performance.now() < until);
      done += 1;
      return done;
    },
    markDead: () => Promise.reject(new Error('no such post')),
  };
  const outbox = inSlices(busy, { clock, signal: stopping.signal });
  return {
    clock,
    stopping,
    outbox,
    done: () => done,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe('an outbox that works in slices', () => {
  it('lets the event loop turn after some work, and goes on in order', async () => {
    await using busy = await createBusyOutbox();
    const { clock, outbox, done } = busy;
    const asked = Promise.all(Array.from({ length: 9 }, () => outbox.expire('1', 0)));
    expect(done()).toBeLessThan(9);
    await clock.advance(0);
    expect(await asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('lets what belongs to requests and what other lanes want to know alternate', async () => {
    await using busy = await createBusyOutbox();
    const { clock, outbox } = busy;
    const order: string[] = [];
    const looks = Array.from({ length: 4 }, (_, lane) =>
      outbox.lookInto(String(lane), 1, 0).then(({ expired }) => order.push(`look ${expired}`)),
    );
    const turns = ['a', 'b'].map((lane) =>
      outbox.laneWorkInTurn(lane, 1).then(() => order.push(`turn ${lane}`)),
    );
    await clock.advance(0);
    await Promise.all([...looks, ...turns]);
    expect(order).toEqual(['look 1', 'look 2', 'turn a', 'look 3', 'turn b', 'look 4']);
  });

  it('spreads nothing any more when work is to end', async () => {
    await using busy = await createBusyOutbox();
    const { stopping, outbox, done } = busy;
    stopping.abort();
    await Promise.all(Array.from({ length: 9 }, () => outbox.expire('1', 0)));
    expect(done()).toBe(9);
  });

  it('tells a failure to who asked, and goes on', async () => {
    await using busy = await createBusyOutbox();
    const { outbox } = busy;
    const failed = outbox.markDead(1, 'refused').catch((error: unknown) => String(error));
    expect(await outbox.expire('1', 0)).toBe(1);
    expect(await failed).toBe('Error: no such post');
  });
});
