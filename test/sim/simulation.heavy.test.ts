import { expect, it } from 'vitest';
import { simulate } from './simulate-in-a-process.ts';

/** A core lives through some forty in a minute. More are run by hand and at night (`docs/testing.md`). */
const HISTORIES = 500;

it('the whole bot makes no mistake in random histories', async () => {
  // In one process, because other tests run beside it.
  const flags = ['--runs', String(HISTORIES), '--seed', 'heavy', '--processes', '1', '--no-shrink'];
  expect(await simulate(...flags)).toContain('"failed":0');
}, 1_700_000);
