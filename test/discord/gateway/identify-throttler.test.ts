import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createIdentifyThrottler } from '#src/discord/gateway/identify-throttler.ts';
import type { IdentifyPermit } from '#src/store/identify.ts';

const FREE: IdentifyPermit = { waitMs: 0, reason: null, budget: null };

/** A throttler whose database answers so, one answer after the other; its waits take no time. */
function withAnswers(answers: readonly (IdentifyPermit | Error)[]) {
  const buckets: number[] = [];
  const waits: number[] = [];
  const lines: { level: number; msg: string }[] = [];
  let at = 0;
  const throttler = createIdentifyThrottler({
    store: {
      takeIdentify(bucket) {
        const answer = answers[buckets.length] ?? FREE;
        buckets.push(bucket);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
    maxConcurrency: () => 4,
    clock: {
      now: () => at,
      async sleep(ms) {
        waits.push(ms);
        at += ms;
      },
    },
    log: pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) }),
  });
  const { signal } = new AbortController();
  return { throttler, buckets, waits, lines, signal };
}

describe('the time of an identify', () => {
  it('is when the database has a slot for the bucket of the shard', async () => {
    const other: IdentifyPermit = { waitMs: 4_000, reason: 'another shard', budget: null };
    const { throttler, buckets, waits, signal, lines } = withAnswers([other, FREE]);
    await throttler.waitForIdentify(6, signal);
    expect([buckets, waits, lines]).toEqual([[2, 2], [4_000], []]);
  });

  it('waits for a database that does not answer', async () => {
    const { throttler, waits, signal } = withAnswers([new Error('no connection'), FREE]);
    await throttler.waitForIdentify(0, signal);
    expect(waits).toEqual([1_000]);
  });

  it('is said once a day to be near the limit', async () => {
    const budget = { total: 1_000, used: 800, resetsAt: 9 };
    const { throttler, lines, signal } = withAnswers([
      { ...FREE, budget: { ...budget, used: 799 } },
      { ...FREE, budget },
      { ...FREE, budget: { ...budget, used: 801 } },
    ]);
    for (let shard = 0; shard < 3; shard += 1) await throttler.waitForIdentify(shard, signal);
    expect(lines).toEqual([expect.objectContaining({ level: 40, used: 800, total: 1_000 })]);
  });

  it('waits until the day is over beyond the limit, and says so once', async () => {
    const refused: IdentifyPermit = {
      waitMs: 3_600_000,
      reason: 'the limit of a day',
      budget: { total: 100, used: 95, resetsAt: 3_600_000 },
    };
    const { throttler, lines, waits, signal } = withAnswers([refused, refused, FREE]);
    await throttler.waitForIdentify(0, signal);
    expect(waits).toEqual([60_000, 60_000]);
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
  });

  it('is no more waited for when the connection closes', async () => {
    const { throttler } = withAnswers([{ waitMs: 10, reason: 'another shard', budget: null }]);
    await expect(throttler.waitForIdentify(0, AbortSignal.abort())).rejects.toThrow(/abort/);
  });
});
