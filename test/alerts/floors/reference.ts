import type { FloorWay } from '../../../src/alerts/floors/floor-progress.ts';
import type { FloorConditions } from '../../../src/alerts/kinds/floor/options.ts';
import type { FloorReading } from '../../../src/alerts/kinds/floor/state.ts';

/** An alert by the reference: of which reading, and what it was about. */
export interface ReferenceAlert {
  readonly index: number;
  readonly way: FloorWay;
  /** The threshold, or the floor that was announced. */
  readonly about: bigint;
}

const HOUR = 3_600;
const least = (numbers: readonly bigint[]) => numbers.reduce((one, other) => (other < one ? other : one));
const most = (numbers: readonly bigint[]) => numbers.reduce((one, other) => (other > one ? other : one));

/**
 * What a rule announces of these readings, a minute apart or more: each time everything is looked through from the beginning, with
 * nothing remembered but the alerts.
 */
export function referenceAlerts(
  readings: readonly (FloorReading | null)[],
  { above, below, moves, rearm }: FloorConditions,
): readonly ReferenceAlert[] {
  /** The floors that a reading and the one before it agree on; `null` where one is missing. */
  const agreed = readings.map((one, index) => {
    const before = index === 0 ? null : readings[index - 1];
    if (one === null || before === null || before === undefined) return null;
    return { at: one.at, low: least([one.floor, before.floor]), high: most([one.floor, before.floor]) };
  });
  const alerts: ReferenceAlert[] = [];
  const up = (from: bigint) =>
    (from * BigInt(100 + rearm)) / 100n + ((from * BigInt(rearm)) % 100n > 0n ? 1n : 0n);
  const down = (from: bigint) => (from * BigInt(100 - rearm)) / 100n;

  for (const [index, span] of agreed.entries()) {
    if (span === null) continue;
    const { low, high, at } = span;
    const last = alerts.at(-1);
    const since = last === undefined ? 0 : last.index + 1;
    const ever = (from: number, test: (one: { low: bigint; high: bigint }) => boolean) =>
      agreed.slice(from, index + 1).some((one) => one !== null && test(one));
    const lastAt = last === undefined ? null : (readings[last.index]?.at ?? 0);
    if (lastAt !== null && at - lastAt < HOUR) continue;
    const isFree =
      last === undefined || ever(since, (one) => one.low >= up(last.about) || one.high <= down(last.about));
    if (!isFree) continue;

    /** Since the last alert about the threshold, or from the beginning, the floor has been on its other side. */
    const isArmed = (
      way: FloorWay,
      beginning: (one: { low: bigint; high: bigint }) => boolean,
      again: typeof beginning,
    ) => {
      const former = alerts.findLast((one) => one.way === way);
      return former === undefined ? ever(0, beginning) : ever(former.index + 1, again);
    };
    if (
      above !== null &&
      low >= above &&
      isArmed(
        'above',
        (one) => one.high < above,
        (one) => one.high <= down(above),
      )
    ) {
      alerts.push({ index, way: 'above', about: above });
      continue;
    }
    if (
      below !== null &&
      high <= below &&
      isArmed(
        'below',
        (one) => one.low > below,
        (one) => one.low >= up(below),
      )
    ) {
      alerts.push({ index, way: 'below', about: below });
      continue;
    }
    if (moves === null) continue;
    const from = at - moves.hours * HOUR;
    const first = last === undefined ? 0 : last.index;
    const earlier = agreed.flatMap((one, place) =>
      one === null || place < first || place > index ? [] : [one],
    );
    const holding = earlier.findLastIndex((one) => one.at <= from);
    const within = earlier.slice(Math.max(0, holding));
    const floor = readings[index]?.floor ?? 0n;
    if (low * 100n >= least(within.map((one) => one.high)) * BigInt(100 + moves.percent))
      alerts.push({ index, way: 'rose', about: floor });
    else if (high * 100n <= most(within.map((one) => one.low)) * BigInt(100 - moves.percent))
      alerts.push({ index, way: 'fell', about: floor });
  }
  return alerts;
}
