import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOver, readEnd, writeEnd } from '#src/alerts/rule-extras.ts';
import { DAY_MS, HOUR_MS } from '#src/chain/durations.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const BERLIN = 'Europe/Berlin';

describe('the end of a rule', () => {
  it.each([
    ['in 3 days', NOW + 3 * DAY_MS],
    ['3 days', NOW + 3 * DAY_MS],
    ['In 1 Hour', NOW + HOUR_MS],
    ['2 weeks', NOW + 14 * DAY_MS],
    ['2026-12-31', Date.UTC(2026, 11, 31, 23)],
    ['2026-12-31 20:00', Date.UTC(2026, 11, 31, 19)],
    ['2027-7-1, 20:00', Date.UTC(2027, 6, 1, 18)],
    ['tomorrow 8:00', Date.UTC(2026, 10, 29, 7)],
    ['today', Date.UTC(2026, 10, 28, 23)],
  ])('is read from “%s” in the time zone of the server', (text, end) => {
    expect(readEnd(text, NOW, BERLIN)).toBe(end);
  });

  it.each(['2026-11-27', 'today 12:59', 'in 0 days'])('is refused in the past: %s', (text) => {
    expect(readEnd(text, NOW, BERLIN)).toBe('past');
  });

  it.each(['', 'soon', '2026-13-01', '2026-02-30', '2026-12-31 25:00', '9999-01-01', 'in 3 moons'])(
    'is not read from “%s”',
    (text) => {
      expect(readEnd(text, NOW, BERLIN)).toBeNull();
    },
  );

  it('is a later time or none, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const end = readEnd(text, NOW, BERLIN);
        expect(end === null || end === 'past' || end > NOW).toBe(true);
      }),
    );
  });

  it('is written so that it is read again, in every time zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 120, max: 5 * 365 * 24 * 60 }),
        fc.constantFrom(BERLIN, 'UTC', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Pacific/Apia'),
        (minutes, timeZone) => {
          const end = NOW + minutes * 60_000;
          const read = readEnd(writeEnd(end, timeZone), NOW, timeZone);
          // An hour that occurs twice is read as its first occurrence.
          expect([end, end - HOUR_MS]).toContain(read);
        },
      ),
    );
  });

  it('excludes events after it, by their own time', () => {
    const rule = { extras: { name: null, endsAt: NOW } };
    expect(isOver(rule, { occurredAt: NOW / 1_000 })).toBe(false);
    expect(isOver(rule, { occurredAt: NOW / 1_000 + 1 })).toBe(true);
    expect(isOver({}, { occurredAt: NOW })).toBe(false);
  });
});
