import { afterEach, describe, expect, it } from 'vitest';
import { runByCron } from '#src/ingest/cron.ts';
import { createPollSchedule, type PollSchedule } from '#src/ingest/schedule.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/silent-log.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const EVERY_TEN_SECONDS = '*/10 * * * * *';

/** An error as the marketplace's client makes them of a 429. */
class AskedToWait extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('Too many requests.');
    this.retryAfterMs = retryAfterMs;
  }
}

const open: PollSchedule[] = [];
afterEach(async () => {
  for (const schedule of open.splice(0)) await schedule[Symbol.asyncDispose]();
});

/** A schedule over polls that end as `ends` say, and then well. */
function polling(ends: readonly (Error | null)[] = [], random = () => 1) {
  const clock = createManualClock();
  const { log, lines } = recordingLog();
  const left = [...ends];
  const pollsAt: number[] = [];
  const startedAt = clock.monotonic();
  const schedule = createPollSchedule({
    what: 'the feed',
    expression: EVERY_TEN_SECONDS,
    async tick() {
      pollsAt.push(clock.monotonic() - startedAt);
      const end = left.shift() ?? null;
      if (end !== null) throw end;
    },
    clock,
    cronClock: clock,
    random,
    log,
  });
  open.push(schedule);
  /** How long after the latest poll the next one is let through, to the second; `null` when not within two hours. */
  async function pauseMs(): Promise<number | null> {
    const polls = pollsAt.length;
    for (let passed = 0; passed <= 2 * HOUR; passed += SECOND) {
      await schedule.pollNow();
      if (pollsAt.length > polls) return passed;
      await clock.advance(SECOND);
    }
    return null;
  }
  return { clock, schedule, lines, pollsAt, pauseMs };
}

const failures = (count: number) => Array.from({ length: count }, () => new Error('no answer'));

describe('a poll that fails', () => {
  it('is repeated after pauses of up to a second that double up to a minute', async () => {
    const { schedule, pauseMs } = polling(failures(9));
    await schedule.pollNow();
    const pauses: (number | null)[] = [];
    for (let poll = 0; poll < 9; poll += 1) pauses.push(await pauseMs());
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * SECOND));
  });

  it('is repeated after a random part of the pause, so that many bots do not come back together', async () => {
    const { schedule, pauseMs } = polling(failures(3), () => 0.5);
    await schedule.pollNow();
    await pauseMs();
    await pauseMs();
    expect(await pauseMs()).toBe(2 * SECOND);
  });

  it('begins with the shortest pause again after a success', async () => {
    const { schedule, pauseMs } = polling([...failures(4), null, ...failures(1)]);
    await schedule.pollNow();
    for (let poll = 0; poll < 4; poll += 1) await pauseMs();
    await schedule.pollNow();
    expect(await pauseMs()).toBe(SECOND);
  });

  it('is logged when it begins and when it ends, and is counted meanwhile', async () => {
    const { clock, schedule, lines, pauseMs } = polling(failures(3));
    await schedule.pollNow();
    await pauseMs();
    await pauseMs();
    expect(schedule.health()).toEqual({ lastSuccessAt: null, failures: 3 });
    await pauseMs();
    expect(schedule.health()).toEqual({ lastSuccessAt: clock.now(), failures: 0 });
    expect(lines.filter(({ level }) => level >= 30).map(({ msg }) => msg)).toEqual([
      'poll of the feed failed; retrying with backoff',
      'poll of the feed recovered',
    ]);
  });
});

describe('a marketplace that asks to wait', () => {
  it('is left alone for as long as it asks for', async () => {
    const { schedule, pauseMs } = polling([new AskedToWait(10 * MINUTE)]);
    await schedule.pollNow();
    expect(await pauseMs()).toBe(10 * MINUTE);
  });

  it('is left alone for the pause of the failures where that is longer', async () => {
    const { schedule, pauseMs } = polling([...failures(5), new AskedToWait(SECOND)]);
    await schedule.pollNow();
    for (let poll = 0; poll < 5; poll += 1) await pauseMs();
    expect(await pauseMs()).toBe(32 * SECOND);
  });

  it.each([
    ['a year', 365 * 24 * HOUR],
    ['for ever', Number.POSITIVE_INFINITY],
  ])('(%s) is left alone for an hour at most', async (_how, retryAfterMs) => {
    const { schedule, pauseMs } = polling([new AskedToWait(retryAfterMs)]);
    await schedule.pollNow();
    expect(await pauseMs()).toBe(HOUR);
  });

  it.each([Number.NaN, -HOUR])('for %s ms is left alone for the usual pause', async (retryAfterMs) => {
    const { schedule, pauseMs } = polling([new AskedToWait(retryAfterMs)]);
    await schedule.pollNow();
    expect(await pauseMs()).toBe(SECOND);
  });
});

describe('a pause of the polls, and a clock that is set', () => {
  it.each([
    ['ahead before it and back in it', 2 * HOUR],
    ['back in it', 0],
  ])('%s: is as long as it was to be', async (_how, ahead) => {
    const { clock, schedule, pauseMs } = polling([new AskedToWait(MINUTE)]);
    clock.set(ahead);
    await schedule.pollNow();
    clock.set(-2 * HOUR);
    expect(await pauseMs()).toBe(MINUTE);
  });

  it('ahead in it, as after a machine has slept: is over', async () => {
    const { clock, schedule, pauseMs } = polling([new AskedToWait(MINUTE)]);
    await schedule.pollNow();
    clock.set(MINUTE);
    expect(await pauseMs()).toBe(0);
  });
});

describe('a schedule', () => {
  it('polls at once and then at its times, with a small delay', async () => {
    const { clock, schedule, pollsAt } = polling();
    schedule.start();
    await clock.advance(30 * SECOND);
    expect(pollsAt).toEqual([0, 10_250, 20_250]);
  });

  it.each([
    ['ahead', 8 * HOUR],
    ['back', -8 * HOUR],
  ])('goes on with its times when the clock is set %s', async (_how, ms) => {
    const { clock, schedule, pollsAt } = polling();
    schedule.start();
    await clock.advance(15 * SECOND);
    const before = pollsAt.length;
    clock.set(ms);
    await clock.advance(20 * SECOND);
    clock.set(-ms);
    await clock.advance(20 * SECOND);
    expect(pollsAt.length - before).toBeGreaterThanOrEqual(3);
    expect(pollsAt.length - before).toBeLessThanOrEqual(6);
  });

  it('sleeps until its next time, for ten seconds at most', async () => {
    const clock = createManualClock();
    const sleeps: number[] = [];
    const stopping = new AbortController();
    const running = runByCron({
      expression: '0 * * * * *',
      spreadMs: 0,
      work: async () => undefined,
      clock: {
        ...clock,
        sleep(ms, signal) {
          sleeps.push(ms);
          return clock.sleep(ms, signal);
        },
      },
      random: () => 0,
      signal: stopping.signal,
    });
    await clock.advance(55_500);
    expect(sleeps.filter((ms) => ms > 0)).toEqual(Array.from({ length: 6 }, () => 10 * SECOND));
    stopping.abort();
    await running;
  });

  it('never polls twice at a time, and a manual poll waits for the one under way', async () => {
    const clock = createManualClock();
    let under = 0;
    let most = 0;
    let polls = 0;
    const schedule = createPollSchedule({
      what: 'the feed',
      expression: EVERY_TEN_SECONDS,
      async tick(signal) {
        under += 1;
        polls += 1;
        most = Math.max(most, under);
        await clock.sleep(25 * SECOND, signal);
        under -= 1;
      },
      clock,
      cronClock: clock,
      random: () => 0,
      log: recordingLog().log,
    });
    open.push(schedule);
    schedule.start();
    const outOfTurn = schedule.pollNow();
    await clock.advance(60 * SECOND);
    await outOfTurn;
    expect(most).toBe(1);
    expect(polls).toBeGreaterThanOrEqual(2);
  });

  it('has read all that was reported when its last good poll began, however long that took', async () => {
    const clock = createManualClock();
    const gate = Promise.withResolvers<void>();
    const schedule = createPollSchedule({
      ...{ what: 'the feed', expression: EVERY_TEN_SECONDS, clock, cronClock: clock, random: () => 1 },
      tick: () => gate.promise,
      log: recordingLog().log,
    });
    open.push(schedule);
    const beganAt = clock.now();
    const poll = schedule.pollNow();
    expect(schedule.readUpTo()).toBeNull();
    await clock.advance(MINUTE);
    gate.resolve();
    await poll;

    expect(schedule.readUpTo()).toBe(beganAt);
    expect(schedule.health().lastSuccessAt).toBe(beganAt + MINUTE);
  });

  it('that is disposed of waits for the end of the poll under way', async () => {
    const clock = createManualClock();
    const ended: string[] = [];
    const gate = Promise.withResolvers<void>();
    const schedule = createPollSchedule({
      ...{ what: 'the feed', expression: EVERY_TEN_SECONDS, clock, cronClock: clock, random: () => 0 },
      async tick() {
        await gate.promise;
        ended.push('poll');
      },
      log: recordingLog().log,
    });
    const poll = schedule.pollNow();
    await clock.advance(0);
    const disposed = schedule[Symbol.asyncDispose]().then(() => ended.push('schedule'));
    await clock.advance(MINUTE);
    gate.resolve();
    await Promise.all([poll, disposed]);
    expect(ended).toEqual(['poll', 'schedule']);
  });

  it('that is disposed of aborts the poll without a log line and polls no more', async () => {
    const clock = createManualClock();
    const { log, lines } = recordingLog();
    let polls = 0;
    const schedule = createPollSchedule({
      what: 'the feed',
      expression: EVERY_TEN_SECONDS,
      async tick(signal) {
        polls += 1;
        await clock.sleep(HOUR, signal);
        signal.throwIfAborted();
      },
      clock,
      cronClock: clock,
      random: () => 0,
      log,
    });
    schedule.start();
    await clock.advance(0);
    await schedule[Symbol.asyncDispose]();
    await schedule.pollNow();
    await clock.advance(MINUTE);
    expect(polls).toBe(1);
    expect(lines).toEqual([]);
  });
});
