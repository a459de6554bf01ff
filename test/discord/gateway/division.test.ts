import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Division, nextDivisionStep } from '#src/discord/gateway/division.ts';

const NONE: ReadonlySet<number> = new Set();

interface Cluster {
  readonly processes: Set<string>;
  holders: (string | null)[];
  gaveUp: number;
}

const viewOf = ({ processes, holders }: Cluster, self: string): Division => ({
  self,
  processes: [...processes],
  holders: [...holders],
  overdue: NONE,
  unready: NONE,
});

/** Does what the process decided on the division that it saw: a lease is taken only where it is free. */
function act(cluster: Cluster, view: Division): boolean {
  const step = nextDivisionStep(view);
  if (step === null) return false;
  const { action, shardId } = step;
  if (action === 'take' && cluster.holders[shardId] === null) cluster.holders[shardId] = view.self;
  if (action === 'give up' && cluster.holders[shardId] === view.self) {
    cluster.holders[shardId] = null;
    cluster.gaveUp += 1;
  }
  return true;
}

/** Lets the processes act in an order until none has anything to do; returns how many steps that took. */
function settle(cluster: Cluster, next: () => number): number {
  for (let steps = 0; steps < 2_000; steps += 1) {
    const all = [...cluster.processes];
    const first = next() % Math.max(1, all.length);
    const order = [...all.slice(first), ...all.slice(0, first)];
    if (!order.some((self) => act(cluster, viewOf(cluster, self)))) return steps;
  }
  throw new Error('The division never comes to rest.');
}

const countsOf = ({ processes, holders }: Cluster): readonly number[] =>
  [...processes].map((process) => holders.filter((holder) => holder === process).length);

const changes = fc.array(
  fc.record({
    change: fc.constantFrom('join', 'leave', 'act on what was seen before'),
    process: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 30 },
);

describe('the division of shards', () => {
  it('ends even after any processes joined and left, and then nothing moves', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        changes,
        fc.array(fc.nat(), { minLength: 1 }),
        (shards, history, turns) => {
          let turn = 0;
          const next = () => turns[turn++ % turns.length] ?? 0;
          const cluster: Cluster = {
            processes: new Set(['p0']),
            holders: Array.from({ length: shards }, () => null),
            gaveUp: 0,
          };
          const seen = new Map<string, Division>();
          for (const { change, process } of history) {
            const id = `p${process}`;
            if (change === 'join') cluster.processes.add(id);
            else if (change === 'leave' && cluster.processes.size > 1) {
              cluster.processes.delete(id);
              cluster.holders = cluster.holders.map((holder) => (holder === id ? null : holder));
            } else if (cluster.processes.has(id)) {
              act(cluster, seen.get(id) ?? viewOf(cluster, id));
              seen.set(id, viewOf(cluster, id));
            }
          }
          settle(cluster, next);
          expect(cluster.holders).not.toContain(null);
          const counts = countsOf(cluster);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
          expect(settle(cluster, next)).toBe(0);
        },
      ),
    );
  });

  it('moves no more shards than the process that joins is to have, one at a time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 5 }), (shards, before) => {
        const cluster: Cluster = {
          processes: new Set(Array.from({ length: before }, (_, at) => `p${at}`)),
          holders: Array.from({ length: shards }, () => null),
          gaveUp: 0,
        };
        settle(cluster, () => 0);
        expect(cluster.gaveUp).toBe(0);
        cluster.processes.add('new');
        settle(cluster, () => {
          expect(cluster.holders.filter((holder) => holder === null).length).toBeLessThanOrEqual(1);
          return 0;
        });
        expect(cluster.gaveUp).toBe(Math.floor(shards / (before + 1)));
        expect(cluster.holders.filter((holder) => holder === 'new')).toHaveLength(cluster.gaveUp);
      }),
    );
  });

  it('moves a shard first that receives no events yet', () => {
    const division = {
      self: 'a',
      processes: ['a', 'b'],
      holders: ['a', 'a', 'a'],
      overdue: NONE,
      unready: new Set([0]),
    };
    expect(nextDivisionStep(division)).toEqual({ action: 'give up', shardId: 0 });
    expect(nextDivisionStep({ ...division, unready: NONE })).toEqual({ action: 'give up', shardId: 2 });
  });

  it('leaves a free shard to the process that has too few, unless that does not take it', () => {
    const division = { self: 'a', processes: ['a', 'b'], holders: ['a', null], overdue: NONE, unready: NONE };
    expect(nextDivisionStep(division)).toBeNull();
    expect(nextDivisionStep({ ...division, overdue: new Set([1]) })).toEqual({ action: 'take', shardId: 1 });
  });

  it('gives nothing to a process that may hold no shards, and leaves shards with a holder that is not seen', () => {
    const division = { processes: ['b'], holders: ['a', 'a'], overdue: NONE, unready: NONE };
    expect(nextDivisionStep({ ...division, self: 'c' })).toBeNull();
    expect(nextDivisionStep({ ...division, self: 'b' })).toBeNull();
  });
});
