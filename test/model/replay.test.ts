import { describe, expect, it } from 'vitest';
import type { Delay } from './delivery-model.ts';
import { replayRandomHistories } from './random-histories.ts';
import { createReplay, isRepeatable } from './replay.ts';
import { searchModel } from './search.ts';

describe('two real senders on one database', () => {
  it('do what the model says, in 200 random histories', async () => {
    const { settled } = await replayRandomHistories(200);
    expect(settled).toBe(200);
  });

  it('do not do what a model with a mistake says', async () => {
    const mistaken = replayRandomHistories(200, {
      keeps: (rule) => rule !== 'a lost answer is unknown',
    });
    await expect(mistaken).rejects.toHaveProperty(
      'cause.message',
      expect.stringMatching(/answer: (none|lost)/),
    );
  });

  it.each<readonly [Delay, Delay]>([
    ['after a minute', 'after a search'],
    ['after a search', 'after a minute'],
  ])('post a second copy %s, as the model says', async (delay, other) => {
    const { violation } = searchModel({ excepted: [other], isPossible: isRepeatable });
    if (violation === null) throw new Error(`There is no second copy ${delay}.`);
    await using replay = await createReplay();
    await replay.repeat(violation.history);
    expect(violation.history.at(-1)?.next).toMatchObject({ delay, copies: { length: 2 } });
  });
});
