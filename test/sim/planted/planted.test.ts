import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './bugs.ts';
import { sourceWith } from './plant.ts';

describe('the planted bugs', () => {
  it.each(PLANTED_BUGS)('can still be planted: $name', (bug) => {
    expect(sourceWith(bug)).toContain(bug.replace);
  });

  it('are at least twelve', () => {
    expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(12);
  });
});
