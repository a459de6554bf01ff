import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestPacer } from '#src/discord/rest/request-pacer.ts';
import { createManualClock } from '../support/manual-clock.ts';

function createPace(perSecond: number) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const { signal } = new AbortController();
  const mayBegin = createRequestPacer({ perSecond, now: clock.now, sleep: (ms) => clock.sleep(ms, signal) });
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
  it('allows a burst, and the next when the first is a second old', async () => {
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

  it('never allows more in any second, first come first served', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 20 }),
        async (perSecond, waits) => {
          const { clock, begun, ask } = createPace(perSecond);
          for (const [number, waitMs] of waits.entries()) {
            ask(String(number));
            await clock.advance(waitMs);
          }
          await clock.advance(21_000);
          expect(begun.map(({ name }) => Number(name))).toEqual([...waits.keys()]);
          const spans = begun.slice(perSecond).map(({ at }, place) => at - (begun[place]?.at ?? 0));
          expect(spans.every((ms) => ms >= 1_000)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
