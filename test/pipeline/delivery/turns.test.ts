import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns, type Rank } from '../../../src/pipeline/delivery/turns.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** A queue for so many requests a second, and the names of those whose turn has come. */
function createQueue(aSecond: number) {
  const clock = createManualClock();
  const stopping = new AbortController();
  const turns = createTurns({ aSecond, clock, signal: stopping.signal });
  const come: { readonly name: string; readonly at: number }[] = [];
  const startedAt = clock.now();
  return {
    clock,
    stopping,
    come: come as readonly { readonly name: string; readonly at: number }[],
    names: () => come.map(({ name }) => name),
    ask(name: string, rank: Rank = 'message') {
      const turn = turns(rank);
      void turn.come.then(() => come.push({ name, at: clock.now() - startedAt }));
      return turn;
    },
  };
}

describe('turns', () => {
  it('come at once while there are enough, and a second later when those are used up, in the order of asking', async () => {
    const { clock, ask, come } = createQueue(2);
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    await clock.advance(0);
    expect(come).toEqual([
      { name: 'a', at: 0 },
      { name: 'b', at: 0 },
    ]);
    await clock.advance(1_049);
    expect(come).toHaveLength(2);
    await clock.advance(2_000);
    expect(come.slice(2)).toEqual([
      { name: 'c', at: 1_050 },
      { name: 'd', at: 1_550 },
    ]);
  });

  it('are evenly spread while more wait than a second has turns, and come at once again when nobody waited', async () => {
    const { clock, ask, come } = createQueue(4);
    for (let number = 0; number < 9; number += 1) ask(String(number));
    await clock.advance(10_000);
    expect(come.map(({ at }) => at)).toEqual([0, 0, 0, 0, 1_050, 1_300, 1_550, 1_800, 2_050]);
    for (let number = 0; number < 4; number += 1) ask(String(number));
    await clock.advance(0);
    expect(come.slice(9).map(({ at }) => at)).toEqual([10_000, 10_000, 10_000, 10_000]);
  });

  it('go to what is urgent first, then to messages, to those whose fate is open, and to edits at last', async () => {
    const { clock, ask, names } = createQueue(1);
    ask('first');
    ask('edit', 'touch-up');
    ask('again', 'again');
    ask('message');
    ask('urgent', 'urgent');
    ask('urgent too', 'urgent');
    await clock.advance(10_000);
    expect(names()).toEqual(['first', 'urgent', 'urgent too', 'message', 'again', 'edit']);
  });

  it('come sooner for what has become urgent while it waited', async () => {
    const { clock, ask, names } = createQueue(1);
    ask('first');
    ask('message');
    const touched = ask('edit', 'touch-up');
    touched.hurry();
    expect(touched.hasCome()).toBe(false);
    await clock.advance(10_000);
    expect(touched.hasCome()).toBe(true);
    touched.hurry();
    expect(names()).toEqual(['first', 'edit', 'message']);
  });

  it('go to who is urgent and came while nobody’s turn could come', async () => {
    const { clock, ask, names } = createQueue(1);
    ask('first');
    ask('message');
    await clock.advance(999);
    ask('latecomer', 'urgent');
    await clock.advance(100);
    expect(names()).toEqual(['first', 'latecomer']);
  });

  it('all come at once when work is to end', async () => {
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
    const naps: number[] = [];
    const clock = {
      now: () => time + passed,
      monotonic: () => passed,
      async sleep(ms: number) {
        naps.push(ms);
        passed += ms;
      },
    };
    const turns = createTurns({ aSecond: 1, clock, signal: new AbortController().signal });
    await turns('message').come;
    time -= 600_000;
    await turns('message').come;
    // The second of the first turn, and a little more; not the ten minutes.
    expect(naps.every((ms) => ms <= 1_050)).toBe(true);
  });

  it('are had once each, and never more in any second than allowed, whoever comes when', async () => {
    const rank = fc.constantFrom<Rank>('urgent', 'message', 'again', 'touch-up');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(rank, fc.integer({ min: 0, max: 700 }), fc.boolean()), { maxLength: 20 }),
        async (aSecond, asked) => {
          const { clock, ask, come } = createQueue(aSecond);
          for (const [position, [of, waitMs, hurries]] of asked.entries()) {
            const turn = ask(String(position), of);
            await clock.advance(waitMs);
            if (hurries) turn.hurry();
          }
          await clock.advance(30_000);
          expect(come.map(({ name }) => Number(name)).toSorted((a, b) => a - b)).toEqual([...asked.keys()]);
          const spans = come.slice(aSecond).map(({ at }, position) => at - (come[position]?.at ?? 0));
          expect(spans.every((ms) => ms >= 1_000)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
