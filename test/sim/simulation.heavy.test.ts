import { describe, expect, it } from 'vitest';
import { simulate } from './simulate-in-a-process.ts';

/** One for each of two cores. More histories are run by hand and at night (`docs/testing.md`). */
const SEEDS = ['heavy one', 'heavy two'];

describe('the whole bot on virtual time, for longer', () => {
  it('loses nothing, posts nothing twice and keeps order, time and limits in forty random histories', async () => {
    const outputs = await Promise.all(
      SEEDS.map((seed) => simulate('--runs', '20', '--seed', seed, '--no-shrink')),
    );
    for (const output of outputs) expect(output).toContain('"failed":0');
  });
});
