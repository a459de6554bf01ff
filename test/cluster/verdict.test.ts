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
  growth: null,
};
const STEADY = {
  minutes: 20,
  rssMbAMinute: 2,
  rssMostMb: 150,
  liveHeapMb: [50, 51],
  liveHeapMbAMinute: 0.1,
  waitingAMinute: -3,
  waitingMost: 90,
};

describe('the verdict on a run of several bots', () => {
  it('is good when nothing is lost, twice or out of order and no role was left for long', () => {
    expect(failuresOf(GOOD)).toEqual([]);
  });

  it('is good for a run in which nothing grows, and for one too short to say so', () => {
    expect(failuresOf({ ...GOOD, growth: STEADY })).toEqual([]);
    expect(failuresOf({ ...GOOD, growth: { ...STEADY, minutes: 9, liveHeapMbAMinute: 5 } })).toEqual([]);
  });

  it.each([
    [{ liveHeapMbAMinute: 0.6 }, 'the heap of the first bot grows by 0.6 MB a minute'],
    [{ rssMbAMinute: 3.5 }, 'the memory of the first bot grows by 3.5 MB a minute'],
    [{ waitingAMinute: 61 }, 'the outbox grows by 61 a minute'],
  ])('is bad when %o', (change, sentence) => {
    expect(failuresOf({ ...GOOD, growth: { ...STEADY, ...change } })).toEqual([sentence]);
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
