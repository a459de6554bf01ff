import { describe, expect, it } from 'vitest';
import { createWakeSignal } from '#src/outbox/wake-signal.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** A sleeper until a second from now. */
function createSleeper() {
  const clock = createManualClock();
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal(clock, stopping.signal);
  let awake = false;
  async function sleepASecond(): Promise<void> {
    await wakeSignal.sleepUntil(clock.now() + 1_000);
    awake = true;
  }
  const sleep = () => void sleepASecond();
  return { clock, wakeSignal, stopping, sleep, awake: () => awake };
}

describe('a wake signal', () => {
  it('sleeps until the given time', async () => {
    const { clock, sleep, awake } = createSleeper();
    sleep();
    await clock.advance(999);
    expect(awake()).toBe(false);
    await clock.advance(1);
    expect(awake()).toBe(true);
  });

  it('ends the sleep when it is notified', async () => {
    const { clock, wakeSignal, sleep, awake } = createSleeper();
    sleep();
    await clock.advance(10);
    wakeSignal.notify();
    await clock.advance(0);
    expect(awake()).toBe(true);
    expect(wakeSignal.isNotified()).toBe(true);
  });

  it('that was notified before the sleep prevents it until it is reset', async () => {
    const { clock, wakeSignal, sleep, awake } = createSleeper();
    wakeSignal.notify();
    sleep();
    await clock.advance(0);
    expect(awake()).toBe(true);
  });

  it('that was reset sleeps again', async () => {
    const { clock, wakeSignal, sleep, awake } = createSleeper();
    wakeSignal.notify();
    wakeSignal.reset();
    sleep();
    await clock.advance(10);
    expect(awake()).toBe(false);
  });

  it('ends the sleep on shutdown', async () => {
    const { clock, stopping, sleep, awake } = createSleeper();
    sleep();
    await clock.advance(10);
    stopping.abort();
    await clock.advance(0);
    expect(awake()).toBe(true);
  });
});
