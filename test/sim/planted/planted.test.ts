import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './bugs.ts';
import { replacementsOf, sourceWith } from './plant.ts';

describe('the planted bugs', () => {
  it.each(PLANTED_BUGS)('can still be planted: $name', (bug) => {
    for (const one of replacementsOf(bug)) expect(sourceWith(one)).toContain(one.replace);
  });

  it('are at least twelve', () => {
    expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(12);
  });
});
