import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns, type Rank } from '../../../src/pipeline/delivery/turns.ts';

/** Requests that end when the test says so. */
function createRequests(atOnce: number) {
  const inTurn = createTurns(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const settled: Promise<void>[] = [];
  return {
    begun: begun as readonly string[],
    ask(name: string, rank: Rank = 'message') {
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      const turn = inTurn(rank, () => {
        begun.push(name);
        return end.promise;
      });
      settled.push(turn.catch(() => undefined));
      return turn;
    },
    async end(name: string) {
      ends.get(name)?.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
    async fail(name: string) {
      ends.get(name)?.reject(new Error('failed'));
      await new Promise((resolve) => setImmediate(resolve));
    },
    async endAll() {
      for (const { resolve } of ends.values()) resolve();
      await Promise.all(settled);
    },
  };
}

describe('turns', () => {
  it('lets so many run at once, and the others wait in the order in which they came', async () => {
    const requests = createRequests(2);
    for (const name of ['a', 'b', 'c', 'd']) void requests.ask(name);
    await requests.end('none');
    expect(requests.begun).toEqual(['a', 'b']);
    await requests.end('b');
    expect(requests.begun).toEqual(['a', 'b', 'c']);
    await requests.endAll();
    expect(requests.begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('let what is urgent go before other messages, and edits after them', async () => {
    const requests = createRequests(1);
    void requests.ask('first');
    void requests.ask('edit', 'touch-up');
    void requests.ask('message');
    void requests.ask('urgent', 'urgent');
    void requests.ask('urgent too', 'urgent');
    await requests.endAll();
    expect(requests.begun).toEqual(['first', 'urgent', 'urgent too', 'message', 'edit']);
  });

  it('do not get lost when a request fails, and its failure is told to who asked', async () => {
    const requests = createRequests(1);
    const failing = requests.ask('failing').catch((error: unknown) => String(error));
    void requests.ask('next');
    await requests.fail('failing');
    expect(await failing).toBe('Error: failed');
    expect(requests.begun).toEqual(['failing', 'next']);
    await requests.endAll();
  });

  it('cannot be taken by who comes while one is handed on', async () => {
    const requests = createRequests(1);
    void requests.ask('first');
    void requests.ask('second');
    const ended = requests.end('first');
    void requests.ask('latecomer');
    await ended;
    expect(requests.begun).toEqual(['first', 'second']);
    await requests.endAll();
  });

  it('are each had once, never more at a time than allowed, whatever comes and ends in whatever order', async () => {
    const rank = fc.constantFrom<Rank>('urgent', 'message', 'touch-up');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(rank, fc.integer({ min: 0, max: 3 })), { maxLength: 30 }),
        async (atOnce, wanted) => {
          const inTurn = createTurns(atOnce);
          let running = 0;
          let most = 0;
          let done = 0;
          await Promise.all(
            wanted.map(([of, ticks]) =>
              inTurn(of, async () => {
                running += 1;
                most = Math.max(most, running);
                for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
                running -= 1;
                done += 1;
              }),
            ),
          );
          expect(done).toBe(wanted.length);
          expect(most).toBeLessThanOrEqual(atOnce);
        },
      ),
    );
  });
});
