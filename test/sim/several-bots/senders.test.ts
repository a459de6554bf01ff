import { subscribe } from 'node:diagnostics_channel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REACHED } from '#src/chain/points.ts';
import { POINTS_OF_SEVERAL_BOTS } from '../points.ts';
import { CHANNELS, createSeveralBots, LIFE_MS } from './bots.ts';

const BOTS = ['a', 'b', 'c'] as const;
/** Discord forgets nonces after a minute. */
const LONGEST_PAUSE_MS = 150_000;
/** The longest pause, a takeover, and a search for what may have been posted. */
const RECOVERED_MS = LONGEST_PAUSE_MS + LIFE_MS + 180_000;

const anyPause = fc.oneof(
  fc.integer({ min: 1, max: 3_000 }),
  fc.integer({ min: 5_000, max: 40_000 }),
  fc.integer({ min: 60_000, max: LONGEST_PAUSE_MS }),
);
const anyStep = fc.record({
  after: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 12_000 })),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('sell'), channel: fc.constantFrom(...CHANNELS) }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('pause'), bot: fc.constantFrom(...BOTS), ms: anyPause }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('stop', 'kill') }) },
  ),
});

describe('several bots on one database', () => {
  it('post every alert once and in order, whichever of them pause, are killed or are stopped', async () => {
    let takeovers = 0;
    const reached = new Set<unknown>();
    subscribe(REACHED, (point) => reached.add(point));
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 10, maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 5, maxLength: 20 }),
        async (steps, latencies) => {
          let asked = 0;
          const latency = () => latencies[(asked += 1) % latencies.length] ?? 1;
          await using bots = await createSeveralBots(latency);
          const { processes } = bots;
          const running: string[] = [...BOTS];
          for (const name of running) bots.start(name);
          for (const { after, what } of steps) {
            await processes.advance(after);
            if ('channel' in what) await bots.sell(what.channel);
            else if ('bot' in what) processes.pause(what.bot, what.ms);
            else {
              // The oldest ends, and one of a new name takes its place.
              const ending = running.shift();
              if (ending === undefined) throw new Error('No bot runs.');
              if (what.do === 'stop') bots.stop(ending);
              else bots.kill(ending);
              const next = `${ending}'`;
              running.push(next);
              bots.start(next);
            }
          }
          await processes.advance(RECOVERED_MS);
          for (const channel of CHANNELS) expect(bots.posted(channel)).toEqual(bots.sold(channel));
          takeovers += (await bots.takeovers()) - 1;
        },
      ),
      { numRuns: 25 },
    );
    expect(takeovers).toBeGreaterThan(25);
    expect(POINTS_OF_SEVERAL_BOTS.filter((point) => !reached.has(point))).toEqual([]);
  }, 120_000);
});
