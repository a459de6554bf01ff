import { expect, it } from 'vitest';
import { simulate } from './simulate-in-a-process.ts';

/** One takes about five seconds. More are run by hand and at night (`docs/testing.md`). */
const HISTORIES = 15;

it('the whole bot makes no mistake in random histories', async () => {
  const output = await simulate('--runs', String(HISTORIES), '--seed', 'heavy one', '--no-shrink');
  expect(output).toContain('"failed":0');
}, 900_000);
