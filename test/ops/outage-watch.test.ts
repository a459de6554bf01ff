import { describe, expect, it } from 'vitest';
import { createOutageWatch } from '../../src/ops/outage-watch.ts';
import { createLeapingClock } from '../support/leaping-clock.ts';

const MINUTE = 60_000;

function watching() {
  const clock = createLeapingClock();
  const told: string[] = [];
  const watch = createOutageWatch({
    clock,
    tell: ({ what, ended, minutes }) => void told.push(`${what} ${ended ? 'over' : 'lasts'} ${minutes}`),
  });
  /** Lets whoever was woken by the leap go on. */
  async function leap(ms: number): Promise<void> {
    clock.leap(ms);
    await new Promise(setImmediate);
  }
  return { watch, told, leap };
}

describe('an outage', () => {
  it('that is over within five minutes is not told', async () => {
    const { watch, told, leap } = watching();
    watch.failed('feed');
    await leap(4 * MINUTE);
    watch.succeeded('feed');
    await leap(10 * MINUTE);
    expect(told).toEqual([]);
  });

  it('that lasts is told once after five minutes, though nobody asks meanwhile, and once when it is over', async () => {
    const { watch, told, leap } = watching();
    watch.failed('feed');
    await leap(5 * MINUTE);
    expect(told).toEqual(['feed lasts 5']);
    watch.failed('feed');
    await leap(15 * MINUTE);
    watch.succeeded('feed');
    watch.succeeded('feed');
    expect(told).toEqual(['feed lasts 5', 'feed over 20']);
  });

  it('of one thing is not that of another', async () => {
    const { watch, told, leap } = watching();
    watch.failed('feed');
    watch.failed('auctions');
    watch.succeeded('feed');
    await leap(6 * MINUTE);
    expect(told).toEqual(['auctions lasts 6']);
  });

  it('is told no more after the end', async () => {
    const { watch, told, leap } = watching();
    watch.failed('feed');
    watch[Symbol.dispose]();
    await leap(6 * MINUTE);
    expect(told).toEqual([]);
  });
});
