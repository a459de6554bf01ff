import { describe, expect, it } from 'vitest';
import { createPulse } from '../../src/ops/pulse.ts';

describe('the pulse of the event loop', () => {
  it('is steady while it beats, and for pauses that nobody notices', () => {
    let now = 0;
    using pulse = createPulse(() => now);
    now += 1_000;
    expect(pulse.isSteady()).toBe(true);
    now += 9_000;
    expect(pulse.isSteady()).toBe(true);
  });

  it('is not steady for half a minute after it stood still for long', () => {
    let now = 0;
    using pulse = createPulse(() => now);
    now += 12_000;
    expect(pulse.isSteady()).toBe(false);
    for (let second = 0; second < 30; second += 1) {
      now += 1_000;
      expect(pulse.isSteady()).toBe(false);
    }
    now += 1_000;
    expect(pulse.isSteady()).toBe(true);
  });
});
