import { describe, expect, it } from 'vitest';
import { runByCron } from '#src/ingest/cron.ts';
import { createManualClock } from '../support/manual-clock.ts';

const SECOND = 1_000;

/** Runs by the expression from midnight on, and their times, seconds after it by the wall clock at the start. */
function createRuns(expression: string, { spreadMs = 0, takesMs = 0 } = {}) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const stopping = new AbortController();
  const runs: number[] = [];
  const running = runByCron({
    expression,
    spreadMs,
    async work() {
      runs.push((clock.now() - startedAt) / SECOND);
      await clock.sleep(takesMs, stopping.signal);
    },
    clock,
    random: () => 0.5,
    signal: stopping.signal,
  });
  return {
    clock,
    runs: runs as readonly number[],
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}

describe('work by a cron expression', () => {
  it('runs at its times, and not between them', async () => {
    await using cron = createRuns('5,40 * * * * *');
    await cron.clock.advance(130 * SECOND);
    expect(cron.runs).toEqual([5, 40, 65, 100, 125]);
  });

  it('is delayed by a random part of the spread', async () => {
    await using cron = createRuns('30 * * * * *', { spreadMs: 400 });
    await cron.clock.advance(60 * SECOND);
    expect(cron.runs).toEqual([30.2]);
  });

  it('skips the times during a run', async () => {
    await using cron = createRuns('*/10 * * * * *', { takesMs: 25 * SECOND });
    await cron.clock.advance(75 * SECOND);
    expect(cron.runs).toEqual([10, 40, 70]);
  });

  it('makes up for times of the last minute that it missed, with one run', async () => {
    await using cron = createRuns('15,20,30 * * * * *');
    await cron.clock.advance(5 * SECOND);
    cron.clock.set(40 * SECOND);
    await cron.clock.advance(10 * SECOND);
    // The sleep until ten seconds past ends at fifty.
    expect(cron.runs).toEqual([50]);
  });

  it('does not make up for times that are longer past', async () => {
    await using cron = createRuns('30 0 * * * *');
    await cron.clock.advance(5 * SECOND);
    cron.clock.set(81 * SECOND);
    await cron.clock.advance(60 * SECOND);
    expect(cron.runs).toEqual([]);
  });

  it('makes up for a time that is just a minute past', async () => {
    await using cron = createRuns('30 0 * * * *');
    await cron.clock.advance(5 * SECOND);
    cron.clock.set(79 * SECOND);
    await cron.clock.advance(60 * SECOND);
    expect(cron.runs).toEqual([89]);
  });

  it('does not run any more when it ends during the delay', async () => {
    const cron = createRuns('30 * * * * *', { spreadMs: 10 * SECOND });
    await cron.clock.advance(32 * SECOND);
    await cron[Symbol.asyncDispose]();
    expect(cron.runs).toEqual([]);
  });
});
