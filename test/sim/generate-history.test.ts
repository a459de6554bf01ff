import { describe, expect, it } from 'vitest';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { generateAnyHistory, hasPeople } from './any-history.ts';
import { countFaults, generateHistory } from './generate-history.ts';
import { withSomeRecaps } from './recap-steps.ts';

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

  it('has people who watch something, or rules that are paused, in some cases, and is the same without them', () => {
    const numbers = Array.from({ length: 300 }, (_, number) => `people/${number}`);
    const histories = numbers.map((seed) => generateAnyHistory(seed));
    for (const [number, seed] of numbers.entries()) {
      const random = createRandom(`history ${seed}`);
      const { steps } = withSomeRecaps(random, generateHistory(seed, random));
      const all = new Set(histories[number]?.steps.map((step) => JSON.stringify(step)));
      expect(steps.filter((step) => !all.has(JSON.stringify(step)))).toEqual([]);
    }
    const withPauses = histories.filter(({ steps }) => steps.some((step) => step.do === 'switch rule'));
    expect(histories.filter(hasPeople).length).toBeGreaterThan(40);
    expect(withPauses.length).toBeGreaterThan(40);
  });
});
