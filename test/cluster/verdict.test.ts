import { describe, expect, it } from 'vitest';
import { failuresOf } from './verdict.ts';

const GOOD = {
  due: 100,
  lost: 0,
  twice: 0,
  outOfOrder: 0,
  wrong: [],
  notSent: 0,
  broken: [],
  longestGapMs: { poller: 14_000 },
};

describe('the verdict on a run of several bots', () => {
  it('is good when nothing is lost, twice or out of order and no role was left for long', () => {
    expect(failuresOf(GOOD)).toEqual([]);
  });

  it.each([
    [{ due: 0 }, 'nothing was due'],
    [{ lost: 1 }, '1 alerts are lost'],
    [{ twice: 2 }, '2 alerts were posted twice'],
    [{ outOfOrder: 3 }, '3 alerts are out of order'],
    [{ wrong: ['one'] }, '1 messages are wrong'],
    [{ notSent: 4 }, '4 deliveries were not sent'],
    [
      { broken: ['bot 1 ended by itself (status 70): unexpected error'] },
      'bot 1 ended by itself (status 70): unexpected error',
    ],
    [{ longestGapMs: { sender: 15_100 } }, 'nobody was sender for 15.1 s'],
  ])('is bad with %o', (change, sentence) => {
    expect(failuresOf({ ...GOOD, ...change })).toEqual([sentence]);
  });
});
