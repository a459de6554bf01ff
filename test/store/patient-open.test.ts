import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import { openPatiently } from '#src/store/patient-open.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const failureOf = (code: string) =>
  new GavelError('STORE_UNUSABLE', 'The database cannot be opened.', {
    cause: Object.assign(new Error(code), { code }),
  });

/** Opens a database that fails this often; resolves to when it was tried, ms, and to what came of it. */
async function attempts(times: number, failure: Error, stopAfterMs = Number.POSITIVE_INFINITY) {
  const clock = createManualClock();
  const stop = new AbortController();
  const tried: number[] = [];
  const opened = openPatiently(
    () => {
      tried.push(clock.monotonic());
      return tried.length > times ? Promise.resolve('opened') : Promise.reject(failure);
    },
    { clock, log: silentLog, signal: stop.signal },
  ).catch((error: unknown) => error);
  for (let second = 0; second < 200 && second * 1_000 < stopAfterMs; second += 1) await clock.advance(1_000);
  stop.abort();
  return { tried, end: await opened };
}

describe('opening a database whose disk is full', () => {
  it('is tried again after 2, 4, 8, 16, and then every 30 seconds', async () => {
    const { tried, end } = await attempts(7, failureOf('SQLITE_FULL'));
    expect(tried.map((ms) => ms / 1_000)).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
    expect(end).toBe('opened');
  });

  it('ends with the failure when the bot stops', async () => {
    const failure = failureOf('ENOSPC');
    const { tried, end } = await attempts(100, failure, 5_000);
    expect([tried.length, end]).toEqual([2, failure]);
  });

  it.each([
    ['a damaged file', failureOf('SQLITE_CORRUPT')],
    ['another failure', new GavelError('CONFIG_INVALID', 'The URL is wrong.')],
    ['a mistake', new TypeError('not a function')],
  ])('is not tried again for %s', async (_, failure) => {
    expect(await attempts(100, failure)).toEqual({ tried: [0], end: failure });
  });
});
