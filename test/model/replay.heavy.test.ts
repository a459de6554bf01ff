import { describe, expect, it } from 'vitest';
import type { Rule } from './delivery-model.ts';
import { MISTAKES } from './mistakes.ts';
import { replayRandomHistories } from './random-histories.ts';

const HISTORIES = 10_000;
/** The replay cannot repeat what is different without this rule. */
const TOO_FINE: readonly string[] = ['a search waits for the end of the request'] satisfies readonly Rule[];

describe('two real senders on one database', () => {
  it(
    'do what the model says, in 10,000 random histories',
    async () => {
      const { steps, settled } = await replayRandomHistories(HISTORIES);
      expect(settled).toBe(HISTORIES);
      expect([...steps].toSorted()).toMatchInlineSnapshot();
    },
    20 * 60_000,
  );

  for (const rule of Object.keys(MISTAKES).filter((name) => !TOO_FINE.includes(name)))
    it(`differ from a model without “${rule}”`, async () => {
      const mistaken = replayRandomHistories(HISTORIES, (other) => other !== rule);
      await expect(mistaken).rejects.toHaveProperty(
        'cause.message',
        expect.stringContaining('after these steps'),
      );
    });
});
