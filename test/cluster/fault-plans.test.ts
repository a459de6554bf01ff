import { describe, expect, it } from 'vitest';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { FAULT_KINDS, type FaultKind, planFaults } from './fault-plans.ts';
import { NONCE_WINDOW_MS } from './servers.ts';

const plansOf = (count: number, seed: string, without: readonly FaultKind[] = []) =>
  planFaults(count, { random: createRandom(seed), without });

describe('the plan of faults', () => {
  it('has each kind over twenty times in three hundred', () => {
    const counts = Map.groupBy(plansOf(300, 'one'), ({ kind }) => kind);
    expect([...counts.keys()].toSorted()).toEqual([...FAULT_KINDS].toSorted());
    for (const [, plans] of counts) expect(plans.length).toBeGreaterThan(20);
  });

  it('pauses for longer than a lease, and long ones for longer than a nonce is known', () => {
    const durations = (of: FaultKind) =>
      plansOf(300, 'two')
        .filter(({ kind }) => kind === of)
        .map(({ durationMs }) => durationMs);
    expect(Math.min(...durations('pause'))).toBeGreaterThan(10_000);
    expect(Math.max(...durations('pause'))).toBeLessThan(NONCE_WINDOW_MS);
    expect(Math.min(...durations('long-pause'))).toBeGreaterThan(NONCE_WINDOW_MS);
  });

  it('is the same for the same seed, and begins with one of each kind but a long pause', () => {
    expect(plansOf(50, 'three')).toEqual(plansOf(50, 'three'));
    expect(plansOf(50, 'three')).not.toEqual(plansOf(50, 'four'));
    const first = plansOf(8, 'three').map(({ kind }) => kind);
    expect(new Set(first)).toEqual(new Set(FAULT_KINDS.filter((kind) => kind !== 'long-pause')));
  });

  it('lets no other bot join one that is alone', () => {
    expect(plansOf(100, 'five', ['join-and-leave']).filter(({ kind }) => kind === 'join-and-leave')).toEqual(
      [],
    );
  });
});
