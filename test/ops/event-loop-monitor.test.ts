import { describe, expect, it } from 'vitest';
import { createEventLoopMonitor } from '#src/ops/event-loop-monitor.ts';

describe('the event loop monitor', () => {
  it('is steady while the event loop runs, and for short delays', () => {
    let now = 0;
    using pulse = createEventLoopMonitor(() => now);
    now += 1_000;
    expect(pulse.isResponsive()).toBe(true);
    now += 9_000;
    expect(pulse.isResponsive()).toBe(true);
  });

  it('is not steady for half a minute after the event loop was blocked for long', () => {
    let now = 0;
    using pulse = createEventLoopMonitor(() => now);
    now += 12_000;
    expect(pulse.isResponsive()).toBe(false);
    for (let second = 0; second < 30; second += 1) {
      now += 1_000;
      expect(pulse.isResponsive()).toBe(false);
    }
    now += 1_000;
    expect(pulse.isResponsive()).toBe(true);
  });
});
