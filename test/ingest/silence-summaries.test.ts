import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createSilenceSummaries, type MomentOfBoth } from '#src/ingest/silence-summaries.ts';

const END = Date.UTC(2026, 0, 1, 12);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const both = (at: number, marketAheadMs = 0): MomentOfBoth => ({ market: at + marketAheadMs, discord: at });

/** Runs one tick; resolves to whether it sums up a silence that ends at `END`. */
async function isSummedUp(now: MomentOfBoth | null, readUpTo: MomentOfBoth | null): Promise<boolean> {
  const wanted: number[] = [];
  const tick = createSilenceSummaries({
    store: {
      silences: {
        async summariseEnded(endedBy) {
          wanted.push(endedBy);
          return [];
        },
      },
    },
    now: () => now,
    feedReadUpTo: () => readUpTo,
    log: pino({ enabled: false }),
    wake: () => undefined,
  });
  await tick();
  return wanted.some((endedBy) => endedBy >= END);
}

describe('a silence', () => {
  it('is summed up once the feed was read a minute after its end', async () => {
    const now = both(END + 2 * MINUTE_MS);
    expect(await isSummedUp(now, both(END + MINUTE_MS - 1))).toBe(false);
    expect(await isSummedUp(now, both(END + MINUTE_MS))).toBe(true);
  });

  it('is summed up ten minutes after its end although the feed cannot be read', async () => {
    expect(await isSummedUp(both(END + 10 * MINUTE_MS - 1), null)).toBe(false);
    expect(await isSummedUp(both(END + 10 * MINUTE_MS), null)).toBe(true);
  });

  it.each([
    ['the marketplace’s clock', 8 * HOUR_MS],
    ['Discord’s clock', -8 * HOUR_MS],
  ])('is not summed up while only %s says that it has ended', async (_clock, aheadMs) => {
    const at = aheadMs > 0 ? END - MINUTE_MS : END + HOUR_MS;
    expect(await isSummedUp(both(at, aheadMs), both(at, aheadMs))).toBe(false);
    const readUpTo = both(END + Math.max(0, -aheadMs) + MINUTE_MS, aheadMs);
    expect(await isSummedUp(both(readUpTo.discord, aheadMs), readUpTo)).toBe(true);
  });

  it('waits until Discord’s time is known', async () => {
    expect(await isSummedUp(null, null)).toBe(false);
  });
});
