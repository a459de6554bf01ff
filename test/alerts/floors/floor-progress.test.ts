import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FloorCrossing, readFloor } from '#src/alerts/floors/floor-progress.ts';
import type { FloorConditions } from '#src/alerts/kinds/floor/options.ts';
import { type FloorReading, type FloorState, floorState } from '#src/alerts/kinds/floor/state.ts';
import { toJson } from '#src/chain/json.ts';
import { cases } from '../../support/thorough.ts';
import { referenceAlerts } from './reference.ts';

const HOUR = 3_600;
const NONE: FloorConditions = { above: null, below: null, moves: null, rearm: 3 };

interface Announced extends FloorCrossing {
  readonly index: number;
}

/** What a rule announces of these readings; its state is written and read in between, as by the store. */
function announced(
  readings: readonly (FloorReading | null)[],
  conditions: FloorConditions,
): readonly Announced[] {
  let state: FloorState | null = null;
  const alerts: Announced[] = [];
  for (const [index, reading] of readings.entries()) {
    const mayAlert: boolean = reading === null || (state?.alertedAt ?? -HOUR) + HOUR <= reading.at;
    const next = readFloor(state, conditions, reading, mayAlert);
    if (next.crossing !== null) alerts.push({ ...next.crossing, index });
    state = floorState.parse(JSON.parse(toJson(next.state)));
  }
  return alerts;
}

/** Floors, a minute apart. */
const minutes = (...floors: readonly (number | null)[]): readonly (FloorReading | null)[] =>
  floors.map((floor, minute) => (floor === null ? null : { floor: BigInt(floor), at: minute * 60 }));
/** Each for an hour and a minute, so that the limit of one an hour says nothing. */
const hours = (...floors: readonly number[]): readonly FloorReading[] =>
  floors.flatMap((floor, hour) =>
    [0, 1, 60].map((minute) => ({ floor: BigInt(floor), at: hour * 61 * 60 + minute * 60 })),
  );
const ways = (alerts: readonly Announced[]) => alerts.map(({ way, floor }) => [way, Number(floor)]);

describe('a floor with a threshold above it', () => {
  const above = { ...NONE, above: 100n };

  it('is announced once two readings agree that it was reached', () => {
    expect(announced(minutes(90, 95, 104, 105), above)).toEqual([
      { way: 'above', floor: 104n, from: { floor: 95n, at: 120 }, since: 120, number: 1, index: 3 },
    ]);
  });

  it('came from what two readings agreed on, and not from one that the next took back', () => {
    const [alert] = announced(minutes(100, 110, 1, 121, 121), { ...NONE, above: 120n });
    expect(alert).toMatchObject({ floor: 121n, from: { floor: 110n, at: 180 }, since: 180 });
    const [later] = announced(minutes(130, 130, 1, 130, 90, 900, 91), { ...NONE, below: 100n });
    expect(later).toBeUndefined();
  });

  it('came from there in the time since it left it', () => {
    const readings = [
      ...minutes(90, 90),
      ...[200, 201, 202].map((minute) => ({ floor: 104n, at: minute * 60 })),
    ];
    // Three hours without a reading: it was left after the last one.
    expect(announced(readings, above)[0]).toMatchObject({ from: { floor: 90n, at: 0 }, since: 200 * 60 });
    const read = Array.from({ length: 200 }, (_unused, minute) => ({ floor: 90n, at: minute * 60 }));
    expect(announced([...read, ...readings.slice(2)], above)[0]).toMatchObject({
      from: { floor: 90n, at: 200 * 60 },
      since: 200 * 60,
    });
  });

  it('is not announced by a reading that the next one takes back', () => {
    expect(announced(minutes(90, 90, 500, 90, 90, 500, null, 500, 90), above)).toEqual([]);
  });

  it('is not announced while it was never below', () => {
    expect(announced(hours(110, 120, 100, 130), above)).toEqual([]);
  });

  it('is not announced again before it was beyond the hysteresis', () => {
    expect(ways(announced(hours(90, 100, 98, 101, 97, 103), above))).toEqual([
      ['above', 100],
      ['above', 103],
    ]);
  });

  it('is not announced again while it swings closely around it, also after it was far above', () => {
    expect(ways(announced(hours(90, 100, 120, 99, 101, 98, 100), above))).toEqual([['above', 100]]);
  });

  it('is not armed again by a reading that the next one takes back', () => {
    expect(
      announced(
        [...hours(90, 101), ...minutes(1, 101, 101).map((one) => one && { ...one, at: one.at + 20_000 })],
        above,
      ),
    ).toHaveLength(1);
  });

  it('is announced an hour after the last one, if it is still there', () => {
    const readings = minutes(90, 90, 101, 101, 96, 96, ...Array.from({ length: 70 }, () => 102));
    expect(announced(readings, above).map(({ index }) => index)).toEqual([3, 63]);
  });

  it('needs two readings at least 45 seconds apart', () => {
    const at = (...times: readonly (readonly [number, number])[]) =>
      times.map(([time, floor]) => ({ floor: BigInt(floor), at: time }));
    expect(announced(at([0, 90], [60, 90], [120, 101], [125, 101], [130, 90]), above)).toEqual([]);
    expect(announced(at([0, 90], [60, 90], [120, 101], [125, 101], [165, 101]), above)).toHaveLength(1);
  });

  it('begins anew where the rule says something else, with further numbers', () => {
    const first = readFloor(null, above, { floor: 90n, at: 0 }, true).state;
    const second = readFloor(first, above, { floor: 90n, at: 60 }, true).state;
    const third = readFloor(second, above, { floor: 101n, at: 120 }, true).state;
    const fourth = readFloor(third, above, { floor: 101n, at: 180 }, true);
    expect(fourth.crossing?.number).toBe(1);
    const other = { ...NONE, below: 80n };
    const floors = [100n, 100n, 70n, 70n].map((floor, minute) => ({ floor, at: 10_000 + minute * 60 }));
    let state: FloorState = fourth.state;
    const crossings = floors.map((reading) => {
      const next = readFloor(state, other, reading, true);
      ({ state } = next);
      return next.crossing;
    });
    expect(crossings.map((one) => one?.number ?? null)).toEqual([null, null, null, 2]);
  });
});

describe('a floor that moves', () => {
  const moves = { ...NONE, moves: { percent: 10, hours: 24 } };

  it('is announced with where it came from', () => {
    const [alert] = announced(hours(100, 104, 109, 111), moves);
    expect(alert).toMatchObject({ way: 'rose', floor: 111n, from: { floor: 100n } });
  });

  it('is not announced when it takes longer than the hours', () => {
    expect(
      announced(
        hours(...Array.from({ length: 60 }, (_unused, hour) => 1_000 + Math.floor(hour * 3.5))),
        moves,
      ),
    ).toEqual([]);
  });

  it('counts what it was when the hours began', () => {
    const readings = [
      ...hours(100),
      ...Array.from({ length: 90 }, (_unused, hour) => ({ floor: 100n, at: (hour + 1) * HOUR })).slice(1),
      ...[1, 2].map((minute) => ({ floor: 89n, at: 90 * HOUR + minute * 60 })),
    ];
    const alerts = announced(readings, moves);
    expect(ways(alerts)).toEqual([['fell', 89]]);
    expect(alerts[0]?.from).toEqual({ floor: 100n, at: 90 * HOUR + 60 });
  });

  it('is not compared with what it was before nobody read it for longer than the hours', () => {
    const after = (pause: number) => [
      ...minutes(100, 100, 100),
      ...[0, 1, 2, 3].map((minute) => ({ floor: 150n, at: 120 + pause + minute * 60 })),
    ];
    expect(announced(after(30 * HOUR), moves)).toEqual([]);
    expect(announced(after(10 * HOUR), moves)).toMatchObject([
      { way: 'rose', from: { floor: 100n, at: 60 } },
    ]);
  });

  it('took as long as it took since it was last there', () => {
    const readings = minutes(100, ...Array.from({ length: 90 }, () => 100), 104, 104, 120, 120);
    expect(announced(readings, moves)).toMatchObject([
      { from: { floor: 100n, at: 91 * 60 }, since: 93 * 60 },
    ]);
  });

  it('is compared with what was announced last', () => {
    expect(ways(announced(hours(100, 111, 112, 121, 123), moves))).toEqual([
      ['rose', 111],
      ['rose', 123],
    ]);
  });
});

/** A random walk with jumps, wrong answers, and times at which nothing is listed. */
const walk = fc
  .array(
    fc.record({
      step: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: -3, max: 3 }) },
        fc.integer({ min: -25, max: 25 }),
      ),
      wrong: fc.option(fc.integer({ min: 1, max: 400 }), { freq: 12 }),
      isNothing: fc.integer({ min: 0, max: 30 }).map((one) => one === 0),
      minutes: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 200 })),
    }),
    { minLength: 2, maxLength: 120 },
  )
  .map((steps) => {
    let floor = 100;
    let at = 0;
    return steps.map(({ step, wrong, isNothing, minutes: passed }): FloorReading | null => {
      floor = Math.max(1, floor + step);
      at += passed * 60;
      return isNothing ? null : { floor: BigInt(wrong ?? floor), at };
    });
  });

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null, freq: 2 });
const conditions: fc.Arbitrary<FloorConditions> = fc.record({
  above: maybe(fc.bigInt({ min: 80n, max: 130n })),
  below: maybe(fc.bigInt({ min: 70n, max: 120n })),
  moves: maybe(
    fc.record({ percent: fc.integer({ min: 1, max: 40 }), hours: fc.integer({ min: 1, max: 30 }) }),
  ),
  rearm: fc.integer({ min: 1, max: 20 }),
});

describe('the floor of a random walk', () => {
  it('is announced when a reference that remembers nothing finds it, and never else', () => {
    fc.assert(
      fc.property(walk, conditions, (readings, rule) => {
        const found = announced(readings, rule).map(({ index, way }) => [index, way]);
        expect(found).toEqual(referenceAlerts(readings, rule).map(({ index, way }) => [index, way]));
      }),
      { numRuns: cases(400, 2_000) },
    );
  });

  it('is found however often it changes within the hours, with where it came from', () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 600, maxLength: 800 }),
        (steps) => {
          let floor = 10_000;
          const readings = steps.map((step, minute) => {
            floor += step;
            return { floor: BigInt(floor), at: minute * 60 };
          });
          const rule = { ...NONE, moves: { percent: 8, hours: 9 } };
          const expected = referenceAlerts(readings, rule).map(({ index, from, about }) => [
            index,
            from,
            about,
          ]);
          const alerts = announced(readings, rule).map((one) => [one.index, one.from.floor, one.floor]);
          expect(alerts).toEqual(expected);
          found += alerts.length;
        },
      ),
      { numRuns: 30 },
    );
    expect(found).toBeGreaterThan(10);
  });

  it('is never announced twice without having been beyond the hysteresis in between, nor within an hour', () => {
    fc.assert(
      fc.property(walk, conditions, (readings, rule) => {
        const alerts = announced(readings, rule);
        for (const [number, alert] of alerts.slice(1).entries()) {
          const before = alerts[number];
          if (before === undefined) continue;
          const about =
            (before.way === 'above' ? rule.above : before.way === 'below' ? rule.below : null) ??
            before.floor;
          const between = readings.slice(before.index + 1, alert.index + 1).flatMap((one) => one ?? []);
          const percent = BigInt(rule.rearm);
          const isBeyond = ({ floor }: FloorReading) =>
            floor * 100n >= about * (100n + percent) || floor * 100n <= about * (100n - percent);
          expect(between.some(isBeyond)).toBe(true);
          expect((readings[alert.index]?.at ?? 0) - (readings[before.index]?.at ?? 0)).toBeGreaterThanOrEqual(
            HOUR,
          );
        }
      }),
      { numRuns: cases(250, 1_000) },
    );
  });

  it('is never announced by a wrong reading between two right ones', () => {
    fc.assert(
      fc.property(walk, conditions, fc.integer({ min: 1, max: 400 }), (readings, rule, wrong) => {
        // Each right reading twice, and a wrong one between the pairs: no two that follow each other agree on what is wrong.
        const right = readings.flatMap((one) => one ?? []);
        const lowest = right.reduce((least, { floor }) => (floor < least ? floor : least), 1_000n);
        const highest = right.reduce((largest, { floor }) => (floor > largest ? floor : largest), 0n);
        const misled = right.flatMap(({ floor, at }) =>
          [floor, floor, BigInt(wrong)].map((each, minute) => ({ floor: each, at: at * 3 + minute * 60 })),
        );
        for (const { way, floor, index } of announced(misled, rule)) {
          const [one, other] = [misled[index - 1]?.floor ?? 0n, misled[index]?.floor ?? 0n];
          const confirmed =
            way === 'above' || way === 'rose' ? (one < other ? one : other) : one > other ? one : other;
          expect(confirmed).toBeGreaterThanOrEqual(lowest);
          expect(confirmed).toBeLessThanOrEqual(highest);
          expect(floor).toBe(confirmed);
        }
      }),
      { numRuns: 500 },
    );
  });
});
