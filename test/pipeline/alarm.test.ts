import { describe, expect, it } from 'vitest';
import { createAlarm } from '../../src/pipeline/alarm.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** A sleeper until a second from now. */
function createSleeper() {
  const clock = createManualClock();
  const stopping = new AbortController();
  const alarm = createAlarm(clock, stopping.signal);
  let awake = false;
  async function sleepASecond(): Promise<void> {
    await alarm.sleepUntil(clock.now() + 1_000);
    awake = true;
  }
  const sleep = () => void sleepASecond();
  return { clock, alarm, stopping, sleep, awake: () => awake };
}

describe('an alarm', () => {
  it('lets sleep until the time has come', async () => {
    const { clock, sleep, awake } = createSleeper();
    sleep();
    await clock.advance(999);
    expect(awake()).toBe(false);
    await clock.advance(1);
    expect(awake()).toBe(true);
  });

  it('ends the sleep when it rings', async () => {
    const { clock, alarm, sleep, awake } = createSleeper();
    sleep();
    await clock.advance(10);
    alarm.ring();
    await clock.advance(0);
    expect(awake()).toBe(true);
    expect(alarm.rung()).toBe(true);
  });

  it('that rang before the sleep lets nobody fall asleep until it is reset', async () => {
    const { clock, alarm, sleep, awake } = createSleeper();
    alarm.ring();
    sleep();
    await clock.advance(0);
    expect(awake()).toBe(true);
  });

  it('that was reset forgets that it rang', async () => {
    const { clock, alarm, sleep, awake } = createSleeper();
    alarm.ring();
    alarm.reset();
    sleep();
    await clock.advance(10);
    expect(awake()).toBe(false);
  });

  it('ends the sleep when everything stops', async () => {
    const { clock, stopping, sleep, awake } = createSleeper();
    sleep();
    await clock.advance(10);
    stopping.abort();
    await clock.advance(0);
    expect(awake()).toBe(true);
  });
});
