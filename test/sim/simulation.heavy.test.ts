import { expect, it } from 'vitest';
import { simulate } from './simulate-in-a-process.ts';

it('the whole bot makes no mistake in five hundred random histories', async () => {
  expect(await simulate('--runs', '500', '--seed', 'heavy')).toContain('"failed":0');
}, 3_600_000);
