import { expect, it } from 'vitest';
import { reportRole } from '#src/roles/role-reporter.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

it('reports a role when it has changed, at most once a second, and again when that failed', async () => {
  const clock = createManualClock();
  const stopping = new AbortController();
  const written: string[] = [];
  let state = 'a';
  let isFailing = false;
  const reporting = reportRole({
    read: () => ({ text: `${state} at ${clock.now()}`, key: state }),
    async write(text) {
      if (isFailing) throw new Error('the database does not answer');
      written.push(text.slice(0, 1));
    },
    clock,
    signal: stopping.signal,
    log: silentLog,
  });
  await clock.advance(5_000);
  expect(written).toEqual(['a']);
  for (const next of ['b', 'c', 'd']) {
    state = next;
    await clock.advance(300);
  }
  await clock.advance(1_000);
  expect(written.length).toBeLessThanOrEqual(3);
  expect(written.at(-1)).toBe('d');
  isFailing = true;
  state = 'e';
  await clock.advance(2_000);
  isFailing = false;
  await clock.advance(1_000);
  expect(written.at(-1)).toBe('e');
  stopping.abort();
  await clock.advance(0);
  await reporting;
});
