import { describe, expect, it } from 'vitest';
import type { Backtest, BacktestRequest } from '#src/ingest/backtest.ts';
import { createBacktests } from '#src/ingest/backtests.ts';

const NOTHING: Backtest = { sales: null, others: null };
const REQUEST: BacktestRequest = {
  rule: { topics: ['sale'], filter: {}, pingRoles: [] },
  timeZone: 'UTC',
  ping: null,
};

/** Backtests that the test ends one by one. */
function started() {
  const ends: (() => void)[] = [];
  const stopping = new AbortController();
  const backtests = createBacktests({
    stopping: stopping.signal,
    run: (_request, { signal } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Backtest>();
      ends.push(() => resolve(NOTHING));
      signal?.addEventListener('abort', () => reject(signal.reason));
      return promise;
    },
  });
  return { backtests, ends, stopping };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('backtests', () => {
  it('run one after the other', async () => {
    const { backtests, ends } = started();
    const both = [backtests.count(REQUEST, {}), backtests.count(REQUEST, {})];
    await turns();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await turns();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all(both)).toEqual([NOTHING, NOTHING]);
  });

  it('wait for those before also if one that waited was stopped', async () => {
    const { backtests, ends } = started();
    const first = backtests.count(REQUEST, {});
    const stop = new AbortController();
    const second = backtests.count(REQUEST, { signal: stop.signal });
    const third = backtests.count(REQUEST, {});
    stop.abort(new Error('not wanted'));
    await expect(second).rejects.toThrow('not wanted');
    await turns();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await turns();
    ends[1]?.();
    expect(await third).toEqual(NOTHING);
  });

  it('are not run if 20 wait', async () => {
    const { backtests, ends } = started();
    const waiting = Array.from({ length: 20 }, () => backtests.count(REQUEST, {}));
    expect(await backtests.count(REQUEST, {})).toBeNull();
    for (let index = 0; index < waiting.length; index += 1) {
      await turns();
      ends[index]?.();
      await turns();
    }
    expect(await Promise.all(waiting)).toHaveLength(20);
  });

  it.each(['it is stopped', 'the process stops'])('end when %s', async (reason) => {
    const { backtests, stopping } = started();
    let isOver = false;
    const followed = backtests.follow('draft', async (signal) => {
      try {
        await backtests.count(REQUEST, { signal });
      } finally {
        isOver = true;
      }
    });
    await turns();
    if (reason === 'the process stops') stopping.abort();
    else await backtests.stop('draft');
    await followed;
    expect(isOver).toBe(true);
    await backtests.stop('draft');
  });

  it('pass on the failure of what follows them', async () => {
    const { backtests } = started();
    const failing = backtests.follow('draft', () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    await backtests.stop('draft');
  });
});
