import { describe, expect, it } from 'vitest';
import { isDueBy } from './left-out-alerts.ts';

describe('a sale among silences', () => {
  const silences = [{ startsAt: 100_000, endsAt: 220_000 }];

  it.each([
    { at: 99, isDue: true, when: 'before a silence' },
    { at: 100, isDue: null, when: 'while it is being saved' },
    { at: 110, isDue: false, when: 'during it' },
    { at: 219, isDue: false, when: 'in its last second' },
    { at: 220, isDue: true, when: 'at its end' },
  ])('is due: $isDue, $when', ({ at, isDue }) => {
    expect(isDueBy(silences, at)).toBe(isDue);
  });

  it('is not due where one of two silences was saved before', () => {
    expect(isDueBy([...silences, { startsAt: 115_000, endsAt: 300_000 }], 116)).toBe(false);
  });
});
