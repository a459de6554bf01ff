import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAgeClock, detectClockChanges, startTimer } from '#src/chain/elapsed.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

/** Two clocks that run together; only the wall clock can be set. */
function clocks() {
  let wall = START;
  let passed = 0;
  return {
    now: () => wall + passed,
    monotonic: () => passed,
    pass(ms: number) {
      passed += ms;
    },
    set(ms: number) {
      wall += ms;
    },
  };
}

const event = fc.record({
  pass: fc.integer({ min: 0, max: 12 * HOUR }),
  set: fc.integer({ min: -48 * HOUR, max: 48 * HOUR }),
});

describe('a timer', () => {
  it('never runs slower than real time, however the clock is changed', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const machine = clocks();
        const elapsed = startTimer(machine);
        for (const { pass, set } of events) {
          machine.pass(pass);
          machine.set(set);
          expect(elapsed()).toBeGreaterThanOrEqual(machine.monotonic());
          expect(elapsed()).toBe(Math.max(machine.monotonic(), machine.now() - START));
        }
      }),
    );
  });
});

describe('the clock for expiry', () => {
  it('is never ahead of the clock, nor of the elapsed time within a day', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const machine = clocks();
        const age = createAgeClock(machine);
        for (const { pass, set } of events) {
          if (machine.monotonic() + pass >= 24 * HOUR) return;
          machine.pass(pass);
          machine.set(set);
          expect(age()).toBeLessThanOrEqual(machine.now());
          expect(age()).toBeLessThanOrEqual(START + machine.monotonic());
        }
      }),
    );
  });

  it('equals the clock while that is not changed', () => {
    const machine = clocks();
    const age = createAgeClock(machine);
    machine.pass(100 * HOUR);
    expect(age()).toBe(machine.now());
  });

  it('ignores a clock that is ahead for less than a day', () => {
    const machine = clocks();
    const age = createAgeClock(machine);
    machine.set(8 * HOUR);
    for (let hour = 0; hour < 23; hour += 1) {
      expect(age()).toBe(START + machine.monotonic());
      machine.pass(HOUR);
    }
    machine.set(-8 * HOUR);
    expect(age()).toBe(machine.now());
  });

  it('follows a clock that is ahead for a day: then it was behind before', () => {
    const machine = clocks();
    const age = createAgeClock(machine);
    machine.set(1_000 * HOUR);
    expect(age()).toBe(START);
    machine.pass(24 * HOUR);
    expect(age()).toBe(machine.now());
  });
});

describe('watching for changes of the wall clock', () => {
  it.each([
    ['ahead', 10 * MINUTE],
    ['back', -10 * MINUTE],
  ])('tells for as long as asked that it was set %s', (_way, ms) => {
    const clock = clocks();
    const isUnchanged = detectClockChanges(clock);
    expect(isUnchanged(MINUTE)).toBe(true);
    clock.set(ms);
    expect(isUnchanged(MINUTE)).toBe(false);
    clock.pass(MINUTE - 1);
    expect(isUnchanged(MINUTE)).toBe(false);
    clock.pass(1);
    expect(isUnchanged(MINUTE)).toBe(true);
  });

  it('takes a minute’s difference for the inaccuracy of the clocks', () => {
    const clock = clocks();
    const isUnchanged = detectClockChanges(clock);
    clock.set(MINUTE);
    expect(isUnchanged(MINUTE)).toBe(true);
  });
});
