import { describe, expect, it } from 'vitest';
import { createPollLoop } from '#src/outbox/poll-loop.ts';
import { createWorkFinder } from '#src/outbox/work-finder.ts';
import type { FoundWork, OutboxPosition } from '#src/store/find-work.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { recordingLog, silentLog } from '../support/silent-log.ts';

const EVERY_MS = 2_000;
const WARN = 40;

/** A watch that looks every two seconds, and the times of its looks, ms. */
function createLooking(look: () => Promise<void> = async () => undefined) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const { log, lines } = recordingLog();
  const looks: number[] = [];
  const watch = createPollLoop({
    what: 'look',
    everyMs: EVERY_MS,
    async poll() {
      looks.push(clock.now() - startedAt);
      await look();
    },
    clock,
    log,
  });
  return {
    clock,
    watch,
    looks: looks as readonly number[],
    warnings: () => lines.filter(({ level }) => level === WARN).length,
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  };
}

describe('a watch', () => {
  it('looks at once, and then at its interval', async () => {
    await using looking = createLooking();
    await looking.clock.advance(5_000);
    expect(looking.looks).toEqual([0, 2_000, 4_000]);
  });

  it('looks when it is told to, and at its interval from then', async () => {
    await using looking = createLooking();
    await looking.clock.advance(500);
    looking.watch.pollNow();
    await looking.clock.advance(2_500);
    expect(looking.looks).toEqual([0, 500, 2_500]);
  });

  it('looks again after the look under way when it is told to meanwhile', async () => {
    const first = Promise.withResolvers<void>();
    await using looking = createLooking(() => first.promise);
    await looking.clock.advance(100);
    looking.watch.pollNow();
    await looking.clock.advance(100);
    expect(looking.looks).toEqual([0]);
    first.resolve();
    await looking.clock.advance(100);
    expect(looking.looks).toEqual([0, 200]);
  });

  it('goes on after a look that failed, and warns once for failures in a row', async () => {
    let isBroken = true;
    await using looking = createLooking(async () => {
      if (isBroken) throw new Error('the database is locked');
    });
    await looking.clock.advance(5_000);
    expect(looking.looks).toEqual([0, 2_000, 4_000]);
    expect(looking.warnings()).toBe(1);
    isBroken = false;
    await looking.clock.advance(2_000);
    isBroken = true;
    await looking.clock.advance(4_000);
    expect(looking.warnings()).toBe(2);
  });

  it('looks no more once it is disposed of', async () => {
    const looking = createLooking();
    await looking.clock.advance(100);
    await looking[Symbol.asyncDispose]();
    looking.watch.pollNow();
    await looking.clock.advance(10_000);
    expect(looking.looks).toEqual([0]);
  });
});

describe('the watch over the outbox', () => {
  it('wakes idle queues with work at every look, and those with something new from the second look on', async () => {
    const clock = createManualClock();
    const asked: (OutboxPosition | null)[] = [];
    const woken: string[] = [];
    const find = async (seen: OutboxPosition | null): Promise<FoundWork> => {
      asked.push(seen);
      const number = asked.length;
      return {
        withNew: [`new ${number}`],
        withWork: [`work ${number}`],
        seen: { deliveryId: number, at: number },
      };
    };
    await using _watch = createWorkFinder({
      find,
      dispatcher: {
        wake: (channelIds) => void woken.push(...channelIds),
        wakeIdle: (channelIds) => void woken.push(...channelIds),
      },
      clock,
      log: silentLog,
    });
    await clock.advance(EVERY_MS);
    // The start of the dispatcher found what the first look takes for new.
    expect(woken).toEqual(['work 1', 'new 2', 'work 2']);
    expect(asked).toEqual([null, { deliveryId: 1, at: 1 }]);
  });
});
