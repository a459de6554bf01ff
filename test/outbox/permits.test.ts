import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestPermits, type Priority } from '#src/outbox/permits.ts';
import { createRefusalBrake } from '#src/outbox/refusal-brake.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** Permits for so many requests per second, and the names of those that were granted one. */
function createQueue(perSecond: number) {
  const clock = createManualClock();
  const stopping = new AbortController();
  const brake = createRefusalBrake(clock.monotonic);
  const permits = createRequestPermits({ perSecond, clock, brake, signal: stopping.signal });
  const granted: { readonly name: string; readonly at: number }[] = [];
  const startedAt = clock.now();
  return {
    clock,
    stopping,
    granted: granted as readonly { readonly name: string; readonly at: number }[],
    names: () => granted.map(({ name }) => name),
    ask(name: string, rank: Priority = 'message') {
      const permit = permits(rank);
      void permit.granted.then(() => granted.push({ name, at: clock.now() - startedAt }));
      return permit;
    },
  };
}

describe('request permits', () => {
  it('are granted at once while available, and a second later when used up, in order of request', async () => {
    const { clock, ask, granted } = createQueue(2);
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    await clock.advance(0);
    expect(granted).toEqual([
      { name: 'a', at: 0 },
      { name: 'b', at: 0 },
    ]);
    await clock.advance(1_049);
    expect(granted).toHaveLength(2);
    await clock.advance(2_000);
    expect(granted.slice(2)).toEqual([
      { name: 'c', at: 1_050 },
      { name: 'd', at: 1_550 },
    ]);
  });

  it('are evenly spaced while more are requested than available per second, and granted at once after an idle second', async () => {
    const { clock, ask, granted } = createQueue(4);
    for (let number = 0; number < 9; number += 1) ask(String(number));
    await clock.advance(10_000);
    expect(granted.map(({ at }) => at)).toEqual([0, 0, 0, 0, 1_050, 1_300, 1_550, 1_800, 2_050]);
    for (let number = 0; number < 4; number += 1) ask(String(number));
    await clock.advance(0);
    expect(granted.slice(9).map(({ at }) => at)).toEqual([10_000, 10_000, 10_000, 10_000]);
  });

  it('are granted by priority: urgent, message, verify, edit', async () => {
    const { clock, ask, names } = createQueue(1);
    ask('first');
    ask('edit', 'edit');
    ask('verify', 'verify');
    ask('message');
    ask('urgent', 'urgent');
    ask('urgent too', 'urgent');
    await clock.advance(10_000);
    expect(names()).toEqual(['first', 'urgent', 'urgent too', 'message', 'verify', 'edit']);
  });

  it('are granted earlier after prioritise()', async () => {
    const { clock, ask, names } = createQueue(1);
    ask('first');
    ask('message');
    const touched = ask('edit', 'edit');
    touched.prioritise();
    expect(touched.isGranted()).toBe(false);
    await clock.advance(10_000);
    expect(touched.isGranted()).toBe(true);
    touched.prioritise();
    expect(names()).toEqual(['first', 'edit', 'message']);
  });

  it('are granted first to an urgent request that arrived during the wait', async () => {
    const { clock, ask, names } = createQueue(1);
    ask('first');
    ask('message');
    await clock.advance(999);
    ask('latecomer', 'urgent');
    await clock.advance(100);
    expect(names()).toEqual(['first', 'latecomer']);
  });

  it('are all granted at once on shutdown', async () => {
    const { clock, stopping, ask, names } = createQueue(1);
    for (const name of ['a', 'b', 'c']) ask(name);
    await clock.advance(0);
    stopping.abort();
    await clock.advance(0);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('do not wait for a clock that was set back', async () => {
    let time = 1_000_000;
    let passed = 0;
    const timersMs: number[] = [];
    const clock = {
      now: () => time + passed,
      monotonic: () => passed,
      async sleep(ms: number) {
        timersMs.push(ms);
        passed += ms;
      },
    };
    const brake = createRefusalBrake(clock.monotonic);
    const { signal } = new AbortController();
    const permits = createRequestPermits({ perSecond: 1, clock, brake, signal });
    await permits('message').granted;
    time -= 600_000;
    await permits('message').granted;
    // The second of the first permit and a margin, not the ten minutes.
    expect(timersMs.every((ms) => ms <= 1_050)).toBe(true);
  });

  it('are granted once each, and never more in any second than allowed, for any sequence of requests', async () => {
    const rank = fc.constantFrom<Priority>('urgent', 'message', 'verify', 'edit');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(rank, fc.integer({ min: 0, max: 700 }), fc.boolean()), { maxLength: 20 }),
        async (perSecond, asked) => {
          const { clock, ask, granted } = createQueue(perSecond);
          for (const [position, [of, waitMs, isUrgent]] of asked.entries()) {
            const permit = ask(String(position), of);
            await clock.advance(waitMs);
            if (isUrgent) permit.prioritise();
          }
          await clock.advance(30_000);
          expect(granted.map(({ name }) => Number(name)).toSorted((a, b) => a - b)).toEqual([
            ...asked.keys(),
          ]);
          const spans = granted.slice(perSecond).map(({ at }, position) => at - (granted[position]?.at ?? 0));
          expect(spans.every((ms) => ms >= 1_000)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
