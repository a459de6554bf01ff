import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuckets } from '../../src/discord/flood-buckets.ts';

const START = Date.UTC(2026, 10, 21, 12);

/** Buckets of three at once and one a second more, on a clock that is set by hand. */
function bucketsOf(options: { readonly most?: number } = {}) {
  const clock = { time: START };
  const buckets = createBuckets({
    allowance: { atOnce: 3, everyMs: 1_000 },
    most: options.most ?? 10,
    now: () => clock.time,
  });
  const takeOften = (key: string, times: number) =>
    Array.from({ length: times }, () => buckets.take(key)).filter(Boolean).length;
  return { clock, buckets, takeOften };
}

describe('a token bucket', () => {
  it('lets so many through at once and no more', () => {
    expect(bucketsOf().takeOften('ada', 10)).toBe(3);
  });

  it('fills again, one each interval, up to what it holds', () => {
    const { clock, takeOften } = bucketsOf();
    takeOften('ada', 3);
    clock.time += 999;
    expect(takeOften('ada', 5)).toBe(0);
    clock.time += 1;
    expect(takeOften('ada', 5)).toBe(1);
    clock.time += 3_600_000;
    expect(takeOften('ada', 5)).toBe(3);
  });

  it('tells how long to wait, and then lets through', () => {
    const { clock, buckets, takeOften } = bucketsOf();
    expect(buckets.waitMs('ada')).toBe(0);
    takeOften('ada', 3);
    clock.time += 250;
    expect(buckets.waitMs('ada')).toBe(750);
    clock.time += 750;
    expect(buckets.take('ada')).toBe(true);
  });

  it('is everybody’s own', () => {
    const { takeOften } = bucketsOf();
    takeOften('ada', 10);
    expect(takeOften('bob', 10)).toBe(3);
  });

  it('gives back what did not count after all', () => {
    const { buckets, takeOften } = bucketsOf();
    takeOften('ada', 3);
    buckets.giveBack('ada');
    expect(takeOften('ada', 10)).toBe(1);
  });

  it('costs nobody anything when the clock is set back', () => {
    const { clock, takeOften } = bucketsOf();
    takeOften('ada', 1);
    clock.time -= 3_600_000;
    expect(takeOften('ada', 10)).toBe(2);
    clock.time += 1_000;
    expect(takeOften('ada', 10)).toBe(1);
  });

  it('remembers only so many keys, the latest', () => {
    const { buckets, takeOften } = bucketsOf({ most: 10 });
    for (let key = 0; key < 10_000; key += 1) buckets.take(`stranger ${key}`);
    expect(buckets.size).toBe(10);
    takeOften('ada', 10);
    expect(buckets.take('ada')).toBe(false);
  });

  it('never lets more through than it holds and what has filled since', () => {
    const pause = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(fc.array(pause, { maxLength: 200 }), (pauses) => {
        const { clock, buckets } = bucketsOf();
        let passed = 0;
        for (const ms of pauses) {
          clock.time += ms;
          if (buckets.take('ada')) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(3 + (clock.time - START) / 1_000);
      }),
    );
  });
});
