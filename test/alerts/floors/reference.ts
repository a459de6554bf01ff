import type { FloorWay } from '#src/alerts/floors/floor-progress.ts';
import type { FloorConditions } from '#src/alerts/kinds/floor/options.ts';
import type { FloorReading } from '#src/alerts/kinds/floor/state.ts';

/** An alert by the reference: of which reading, and what it was about. */
export interface ReferenceAlert {
  readonly index: number;
  readonly way: FloorWay;
  /** The threshold, or the floor that was announced. */
  readonly about: bigint;
  /** Where the floor came from; of a threshold `null`. */
  readonly from: bigint | null;
}

const HOUR = 3_600;
/** When a floor was last read is known so exactly. */
const SEEN_SPACING = 900;
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
  /** When nothing was read for more than an hour. */
  const silences: { readonly from: number; readonly to: number }[] = [];
  let seen: number | null = null;
  for (const one of readings) {
    if (one === null || (seen !== null && one.at - seen < SEEN_SPACING)) continue;
    if (seen !== null && one.at - seen > HOUR) silences.push({ from: seen, to: one.at });
    seen = one.at;
  }
  /** Until when the floors of a reading held. */
  const heldUntil = agreed.map((one, place) => {
    const begun = one?.at ?? 0;
    const next =
      agreed.find((other, later) => later > place && other !== null)?.at ?? Number.POSITIVE_INFINITY;
    const ends = silences.filter(({ to }) => to > begun).map(({ from }) => Math.max(from, begun));
    return Math.min(next, ...ends);
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
      alerts.push({ index, way: 'above', about: above, from: null });
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
      alerts.push({ index, way: 'below', about: below, from: null });
      continue;
    }
    if (moves === null) continue;
    const from = at - moves.hours * HOUR;
    const first = last === undefined ? 0 : last.index;
    const within = agreed.flatMap((one, place) =>
      one === null || place < first || place > index || (heldUntil[place] ?? 0) <= from ? [] : [one],
    );
    const [lowest, highest] = [least(within.map((one) => one.high)), most(within.map((one) => one.low))];
    if (low * 100n >= lowest * BigInt(100 + moves.percent))
      alerts.push({ index, way: 'rose', about: low, from: lowest });
    else if (high * 100n <= highest * BigInt(100 - moves.percent))
      alerts.push({ index, way: 'fell', about: high, from: highest });
  }
  return alerts;
}
