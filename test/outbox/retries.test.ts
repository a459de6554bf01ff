import { describe, expect, it } from 'vitest';
import { retryDelayMs } from '#src/outbox/retries.ts';

const HOUR = 3_600_000;
const longest = () => 1;

describe('the wait after a refusal', () => {
  it('is what Discord says, up to an hour', () => {
    expect(retryDelayMs(1_500, 9, longest)).toBe(1_500);
    expect(retryDelayMs(HOUR + 1, 1, longest)).toBe(HOUR);
    expect(retryDelayMs(-1, 1, longest)).toBe(0);
  });

  it('is random without such a word, at most a second at first, and at most fifteen at last', () => {
    const atMost = [1, 2, 3, 4, 5, 6, 1_000].map((failures) => retryDelayMs(null, failures, longest));
    expect(atMost).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(retryDelayMs(null, 3, () => 0.25)).toBe(1_000);
  });
});
