import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createRepeater } from '#src/store/database/postgres/repeat.ts';

/** A database that nobody has to reach. */
const POOL = {} as pg.Pool;

/** As leases have it: unreachable is unreachable at once, but conflicts are repeated. */
const LIMITS = { conflicts: 3, unreachableMs: 0, longestWaitMs: 1 };

function createRepeated(failures: number, code: string) {
  let now = 0;
  const repeated = createRepeater(POOL, {
    label: 'test',
    limits: LIMITS,
    random: () => 0,
    // Every try takes a millisecond.
    elapsed: () => (now += 1),
  });
  let tries = 0;
  const run = (): Promise<number> =>
    repeated({ name: 'test', isReadOnly: false }, async () => {
      tries += 1;
      if (tries <= failures) throw Object.assign(new Error('failed'), { code });
      return tries;
    });
  return run;
}

describe('transactions that are not repeated while the server is unreachable', () => {
  it.each(['40001', '40P01'])('are repeated after the conflict %s', async (code) => {
    expect(await createRepeated(3, code)()).toBe(4);
  });

  it('are repeated so often after a conflict, and no more', async () => {
    await expect(createRepeated(4, '40001')()).rejects.toThrow('failed');
  });

  it('fail at once when the connection is lost', async () => {
    await expect(createRepeated(1, 'ECONNRESET')()).rejects.toThrow('failed');
  });
});
