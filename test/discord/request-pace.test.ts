import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestPace } from '../../src/discord/request-pace.ts';
import { createManualClock } from '../support/manual-clock.ts';

function createPace(aSecond: number) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const { signal } = new AbortController();
  const mayBegin = createRequestPace({ aSecond, now: clock.now, sleep: (ms) => clock.sleep(ms, signal) });
  const begun: { readonly name: string; readonly at: number }[] = [];
  return {
    clock,
    begun: begun as readonly { readonly name: string; readonly at: number }[],
    ask(name: string) {
      void mayBegin().then(() => begun.push({ name, at: clock.now() - startedAt }));
    },
  };
}

describe('the pace of requests', () => {
  it('lets so many begin at once, and the next when the first is a second old', async () => {
    const { clock, begun, ask } = createPace(2);
    ask('a');
    await clock.advance(300);
    for (const name of ['b', 'c', 'd']) ask(name);
    await clock.advance(5_000);
    expect(begun).toEqual([
      { name: 'a', at: 0 },
      { name: 'b', at: 300 },
      { name: 'c', at: 1_000 },
      { name: 'd', at: 1_300 },
    ]);
  });

  it('never lets more begin in any second, in the order in which they ask', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 20 }),
        async (aSecond, waits) => {
          const { clock, begun, ask } = createPace(aSecond);
          for (const [number, waitMs] of waits.entries()) {
            ask(String(number));
            await clock.advance(waitMs);
          }
          await clock.advance(21_000);
          expect(begun.map(({ name }) => Number(name))).toEqual([...waits.keys()]);
          const spans = begun.slice(aSecond).map(({ at }, place) => at - (begun[place]?.at ?? 0));
          expect(spans.every((ms) => ms >= 1_000)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
