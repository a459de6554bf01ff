import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockAhead } from '#src/doctor/clock.ts';

/** What a server answers whose clock is behind ours by `clockOffsetMs`, asked at `askedAt` and answering after `ms`. */
function answered(askedAt: number, ms: number, clockOffsetMs: number, headers: Record<string, string> = {}) {
  const written = askedAt + ms / 2 - clockOffsetMs;
  return {
    answered: true as const,
    status: 200,
    body: null,
    askedAt,
    answeredAt: askedAt + ms,
    // An HTTP date has whole seconds.
    headers: new Headers({ date: new Date(written).toUTCString(), ...headers }),
  };
}

const moment = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 });

describe('how far this machine’s clock is ahead', () => {
  it('is measured to a second and the duration of the answer, and never overestimated', () => {
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: -90_000, max: 90_000 }),
        (at, ms, ahead) => {
          const measured = clockAhead(answered(at, ms, ahead)) ?? Number.NaN;
          expect(Math.abs(measured)).toBeLessThanOrEqual(Math.abs(ahead));
          expect(Math.abs(measured - ahead)).toBeLessThanOrEqual(1_000 + ms);
        },
      ),
    );
  });

  it('adds the age of a cached answer', () => {
    expect(clockAhead(answered(1_763_700_000_000, 20, 60_000, { age: '60' }))).toBe(0);
  });

  it('is unknown without a date', () => {
    expect(clockAhead(answered(1_763_700_000_000, 20, 0, { date: 'soon' }))).toBeNull();
  });
});
