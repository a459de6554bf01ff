import { describe, expect, it } from 'vitest';
import { createOutageMonitor } from '#src/ops/outage-monitor.ts';
import { createOffsetClock } from '../support/offset-clock.ts';

const MINUTE = 60_000;

function watching() {
  const clock = createOffsetClock();
  const reported: string[] = [];
  const watch = createOutageMonitor({
    clock,
    notify: ({ what, ended, minutes }) =>
      void reported.push(`${what} ${ended ? 'over' : 'lasts'} ${minutes}`),
  });
  /** Lets whoever was woken by the leap go on. */
  async function advance(ms: number): Promise<void> {
    clock.advance(ms);
    await new Promise(setImmediate);
  }
  return { watch, reported, advance };
}

describe('an outage', () => {
  it('that ends within five minutes is not reported', async () => {
    const { watch, reported, advance } = watching();
    watch.failed('feed');
    await advance(4 * MINUTE);
    watch.succeeded('feed');
    await advance(10 * MINUTE);
    expect(reported).toEqual([]);
  });

  it('that lasts is reported once after five minutes, without further failures, and once at its end', async () => {
    const { watch, reported, advance } = watching();
    watch.failed('feed');
    await advance(5 * MINUTE);
    expect(reported).toEqual(['feed lasts 5']);
    watch.failed('feed');
    await advance(15 * MINUTE);
    watch.succeeded('feed');
    watch.succeeded('feed');
    expect(reported).toEqual(['feed lasts 5', 'feed over 20']);
  });

  it('of one part is separate from another', async () => {
    const { watch, reported, advance } = watching();
    watch.failed('feed');
    watch.failed('auctions');
    watch.succeeded('feed');
    await advance(6 * MINUTE);
    expect(reported).toEqual(['auctions lasts 6']);
  });

  it('is not reported after the watch was disposed of', async () => {
    const { watch, reported, advance } = watching();
    watch.failed('feed');
    watch[Symbol.dispose]();
    await advance(6 * MINUTE);
    expect(reported).toEqual([]);
  });
});
