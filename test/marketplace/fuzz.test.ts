import { describe, expect, it } from 'vitest';
import { fuzz } from '../../bench/fuzz/rounds.ts';

describe('damaged answers to every method (npm run fuzz for more)', () => {
  it('are read or refused with a typed error, and no record is lost that was readable', async () => {
    const result = await fuzz({ runs: 600, seed: 3 });
    expect(result.failures).toEqual([]);
    expect(result.read).toBeGreaterThan(300);
    expect(result.required).toBeGreaterThan(1_000);
    expect(Object.keys(result.refused).sort()).toEqual([
      'BadResponse',
      'NotFound',
      'RateLimited',
      'Unavailable',
    ]);
  });
});
