import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBackWindow } from '#src/discord/posting/read-back-window.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 0, 1, 12);
const triedAtNoon = {
  firstTryAt: NOON,
  lastTryAt: NOON + 50_000,
  firstClockOffsetMs: 0,
  lastClockOffsetMs: 0,
};

/** How far our clock may be wrong, ms. */
const wrongBy = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -MINUTE_MS, max: MINUTE_MS }),
  fc.integer({ min: -24 * HOUR_MS, max: 24 * HOUR_MS }),
);
/** Accuracy of Discord's time, ms. */
const misread = fc.integer({ min: -10_000, max: 10_000 });

describe('the period in which a message is searched', () => {
  it('is from a minute before its first attempt to a minute after its last, however late the search is', () => {
    for (const later of [MINUTE_MS, 24 * HOUR_MS, 300 * 24 * HOUR_MS]) {
      expect(readBackWindow(triedAtNoon, { now: NOON + later, clockOffsetMs: 300 })).toEqual({
        from: NOON - MINUTE_MS,
        to: NOON + 50_000 + MINUTE_MS,
      });
    }
  });

  it('uses Discord’s clock', () => {
    const ahead = { firstClockOffsetMs: HOUR_MS, lastClockOffsetMs: HOUR_MS };
    expect(
      readBackWindow({ ...triedAtNoon, ...ahead }, { now: NOON + HOUR_MS, clockOffsetMs: HOUR_MS }),
    ).toEqual({
      from: NOON + HOUR_MS - MINUTE_MS,
      to: NOON + HOUR_MS + 50_000 + MINUTE_MS,
    });
  });

  it.each([
    ['our clock was changed since', 0, HOUR_MS],
    ['nobody knows how the clocks stood', null, 0],
    ['nobody knows how they stand', 0, null],
  ])('has no end where %s', (_why, firstClockOffsetMs, clockOffsetMs) => {
    const post = { ...triedAtNoon, firstClockOffsetMs };
    expect(readBackWindow(post, { now: NOON + MINUTE_MS * 5, clockOffsetMs }).to).toBeNull();
  });

  it('begins with the first attempt by Discord’s clock, however wrong our clock was then', () => {
    const dayBehind = { firstClockOffsetMs: 24 * HOUR_MS, lastClockOffsetMs: 24 * HOUR_MS };
    const post = { firstTryAt: NOON - 24 * HOUR_MS, lastTryAt: NOON - 24 * HOUR_MS, ...dayBehind };
    expect(readBackWindow(post, { now: NOON + 5 * MINUTE_MS, clockOffsetMs: 0 })).toEqual({
      from: NOON - MINUTE_MS,
      to: null,
    });
  });

  it('begins an hour ago if the attempts seem to be in the future', () => {
    expect(readBackWindow(triedAtNoon, { now: NOON - 8 * HOUR_MS, clockOffsetMs: 0 })).toEqual({
      from: NOON - 9 * HOUR_MS - MINUTE_MS,
      to: null,
    });
  });

  it('holds what Discord took within seconds of a try, however wrong our clock was and is', () => {
    fc.assert(
      fc.property(
        fc.record({
          atTries: wrongBy,
          atReading: wrongBy,
          // The monotonic clock may have stopped between Discord's last answer and the attempts.
          stopped: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 24 * HOUR_MS })),
          between: fc.integer({ min: 0, max: MINUTE_MS }),
          takenAfter: fc.integer({ min: 0, max: 7_000 }),
          lookedAfter: fc.integer({ min: MINUTE_MS, max: 48 * HOUR_MS }),
          known: fc.boolean(),
          misread: fc.tuple(misread, misread),
        }),
        ({
          atTries,
          atReading,
          stopped,
          between,
          takenAfter,
          lookedAfter,
          known,
          misread: [before, after],
        }) => {
          // A clock that was wrong only between two answers cannot be recognised.
          fc.pre(stopped === 0 || atReading === atTries);
          const ahead = known ? before - atTries - stopped : null;
          fc.pre(ahead !== null || Math.abs(atTries - atReading) <= MINUTE_MS / 2);
          const window = readBackWindow(
            {
              firstTryAt: NOON + atTries,
              lastTryAt: NOON + between + atTries,
              firstClockOffsetMs: ahead,
              lastClockOffsetMs: ahead,
            },
            { now: NOON + between + lookedAfter + atReading, clockOffsetMs: after - atReading },
          );
          for (const takenAt of [NOON + takenAfter, NOON + between + takenAfter]) {
            expect(window.from).toBeLessThanOrEqual(takenAt);
            expect(window.to ?? takenAt).toBeGreaterThanOrEqual(takenAt);
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
