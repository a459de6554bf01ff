import { describe, expect, it } from 'vitest';
import { createNewRecordLimit } from '#src/ingest/new-record-limit.ts';
import { createManualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;

describe('the limit of new records', () => {
  it('lets a burst through, and then as many as its rate allows', async () => {
    const clock = createManualClock();
    const limit = createNewRecordLimit({ now: clock.now, burst: 10, perHour: 6 });
    expect([limit.take(4), limit.take(9), limit.take(1)]).toEqual([4, 6, 0]);
    await clock.advance(9 * MINUTE);
    expect(limit.take(5)).toBe(0);
    await clock.advance(MINUTE);
    expect(limit.take(5)).toBe(1);
    await clock.advance(30 * MINUTE);
    expect(limit.take(5)).toBe(3);
  });

  it('saves up no more than a burst, and takes nothing back when the clock is set back', async () => {
    const clock = createManualClock();
    const limit = createNewRecordLimit({ now: clock.now, burst: 10, perHour: 6 });
    limit.take(3);
    clock.set(-50 * MINUTE);
    expect(limit.take(2)).toBe(2);
    await clock.advance(1_000 * MINUTE);
    expect(limit.take(20)).toBe(10);
  });
});
