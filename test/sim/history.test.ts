import { describe, expect, it } from 'vitest';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { countFaults, generateHistory } from './history.ts';

describe('a history', () => {
  it('has at least 5 channels, 70 steps and 10 faults', () => {
    for (let number = 0; number < 500; number += 1) {
      const seed = `size/${number}`;
      const { channels, steps } = generateHistory(seed, createRandom(seed));
      expect(channels).toBeGreaterThanOrEqual(5);
      expect(steps.length).toBeGreaterThanOrEqual(70);
      expect(countFaults(steps)).toBeGreaterThanOrEqual(10);
    }
  });
});
