import { describe, expect, it } from 'vitest';
import { createClock, createMonotonic } from '#src/chain/clock.ts';
import { createManualClock } from '../support/manual-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Somebody who sleeps for an hour by a clock over a machine that a test moves. */
function sleeper() {
  const machine = createManualClock();
  const clock = createClock({ now: machine.now, monotonic: machine.monotonic, delay: machine.sleep });
  const stopping = new AbortController();
  let awake = false;
  async function sleepAnHour(): Promise<void> {
    await clock.sleep(HOUR, stopping.signal);
    awake = true;
  }
  void sleepAnHour();
  return { machine, stopping, awake: () => awake };
}

describe('a sleep', () => {
  it('lasts for the given time', async () => {
    const { machine, awake } = sleeper();
    await machine.advance(HOUR - 1);
    expect(awake()).toBe(false);
    await machine.advance(1);
    expect(awake()).toBe(true);
  });

  it('ends within a minute when the wall clock reaches its end, as after a suspend', async () => {
    const { machine, awake } = sleeper();
    await machine.advance(MINUTE);
    machine.set(HOUR);
    await machine.advance(MINUTE);
    expect(awake()).toBe(true);
  });

  it('is no longer when the clock is set back', async () => {
    const { machine, awake } = sleeper();
    await machine.advance(MINUTE);
    machine.set(-8 * HOUR);
    await machine.advance(HOUR);
    expect(awake()).toBe(true);
  });

  it('ends at once with its signal', async () => {
    const { machine, stopping, awake } = sleeper();
    stopping.abort();
    await machine.advance(0);
    expect(awake()).toBe(true);
  });
});

describe('the monotonic clock', () => {
  it('counts while the machine is suspended, and reads the uptime at most once per second', () => {
    let awakeMs = 5 * SECOND;
    let sleptMs = 0;
    let reads = 0;
    const monotonic = createMonotonic({
      exact: () => awakeMs,
      uptime() {
        reads += 1;
        return Math.floor((awakeMs + sleptMs) / 10) * 10;
      },
    });
    const seen = [monotonic()];
    for (let step = 0; step < 500; step += 1) {
      awakeMs += 7;
      if (step === 250) sleptMs = 8 * HOUR;
      seen.push(monotonic());
    }

    const steps = seen.slice(1).map((at, position) => at - (seen[position] ?? 0));
    expect(steps.every((ms) => ms >= 7)).toBe(true);
    const passed = (seen.at(-1) ?? 0) - (seen[0] ?? 0);
    expect(Math.abs(passed - 500 * 7 - 8 * HOUR)).toBeLessThanOrEqual(10);
    expect(reads).toBeLessThanOrEqual(1 + (500 * 7) / SECOND);
  });
});
