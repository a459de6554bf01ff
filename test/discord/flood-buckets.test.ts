import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuckets } from '#src/discord/flood/flood-buckets.ts';

const START = Date.UTC(2026, 10, 21, 12);

/** Buckets with a burst of three and one token a second, on a manual clock. */
function bucketsOf(options: { readonly maxKeys?: number } = {}) {
  const clock = { time: START };
  const buckets = createBuckets({
    allowance: { burst: 3, refillMs: 1_000 },
    maxKeys: options.maxKeys ?? 10,
    now: () => clock.time,
  });
  const takeOften = (key: string, times: number) =>
    Array.from({ length: times }, () => buckets.take(key)).filter(Boolean).length;
  return { clock, buckets, takeOften };
}

describe('a token bucket', () => {
  it('allows a burst and no more', () => {
    expect(bucketsOf().takeOften('ada', 10)).toBe(3);
  });

  it('refills one token per interval, up to its size', () => {
    const { clock, takeOften } = bucketsOf();
    takeOften('ada', 3);
    clock.time += 999;
    expect(takeOften('ada', 5)).toBe(0);
    clock.time += 1;
    expect(takeOften('ada', 5)).toBe(1);
    clock.time += 3_600_000;
    expect(takeOften('ada', 5)).toBe(3);
  });

  it('reports the wait, after which a token is available', () => {
    const { clock, buckets, takeOften } = bucketsOf();
    expect(buckets.waitMs('ada')).toBe(0);
    takeOften('ada', 3);
    clock.time += 250;
    expect(buckets.waitMs('ada')).toBe(750);
    clock.time += 750;
    expect(buckets.take('ada')).toBe(true);
  });

  it('is separate for each key', () => {
    const { takeOften } = bucketsOf();
    takeOften('ada', 10);
    expect(takeOften('bob', 10)).toBe(3);
  });

  it('takes back a refunded token', () => {
    const { buckets, takeOften } = bucketsOf();
    takeOften('ada', 3);
    buckets.refund('ada');
    expect(takeOften('ada', 10)).toBe(1);
  });

  it('keeps tokens when the clock is set back', () => {
    const { clock, takeOften } = bucketsOf();
    takeOften('ada', 1);
    clock.time -= 3_600_000;
    expect(takeOften('ada', 10)).toBe(2);
    clock.time += 1_000;
    expect(takeOften('ada', 10)).toBe(1);
  });

  it('keeps only the most recently used keys', () => {
    const { buckets, takeOften } = bucketsOf({ maxKeys: 10 });
    for (let key = 0; key < 10_000; key += 1) buckets.take(`stranger ${key}`);
    expect(buckets.size).toBe(10);
    takeOften('ada', 10);
    expect(buckets.take('ada')).toBe(false);
  });

  it('never allows more than its size plus what was refilled', () => {
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
