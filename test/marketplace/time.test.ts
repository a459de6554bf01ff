import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTime } from '#src/marketplace/decode/time.ts';
import { NOW } from './stub-marketplace.ts';

const seconds = fc.integer({ min: 1_420_070_400, max: NOW / 1_000 });

describe('a moment', () => {
  it('is the same in every accepted spelling', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 999 }), (at, ms) => {
        const iso = new Date(at * 1_000 + ms).toISOString();
        const shifted = new Date((at + 19_800) * 1_000).toISOString().slice(0, 19);
        const spellings = [
          ...[at, String(at), at * 1_000 + ms, `${at * 1_000 + ms}`, at * 1e6, `${at}000000000`],
          ...[iso, iso.slice(0, -1), iso.replace('T', ' '), `${iso.slice(0, -1)}+00:00`],
          ...[`${shifted}+05:30`, `${shifted}+0530`],
          ...[{ $date: iso }, { $date: { $numberLong: String(at * 1_000 + ms) } }],
        ];
        for (const spelling of spellings) expect(readTime(spelling, NOW)).toBe(at);
      }),
    );
  });

  it('without a zone is UTC, and a day alone is its midnight', () => {
    expect(readTime('2022-08-07T16:20:51', NOW)).toBe(1_659_889_251);
    expect(readTime('2022-08-07', NOW)).toBe(1_659_830_400);
  });

  it('may be ten minutes ahead of us and not more', () => {
    expect(readTime(NOW / 1_000 + 600, NOW)).toBe(NOW / 1_000 + 600);
    expect(readTime(NOW / 1_000 + 601, NOW)).toBeNull();
  });

  it.each(['', 'yesterday', '2022-13-01', 0, -5, 1_420_070_399, true, null, {}, [], Number.NaN])(
    'is not read from %j',
    (value) => {
      expect(readTime(value, NOW)).toBeNull();
    },
  );
});
