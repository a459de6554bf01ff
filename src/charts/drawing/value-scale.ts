/** The values that an axis shows, and how large they are in the picture. */
export interface ValueScale {
  readonly from: bigint;
  readonly to: bigint;
  /** The distance of two ticks: 1, 2 or 5 times a power of ten. */
  readonly step: bigint;
  /** Multiples of the step, lowest first. */
  readonly ticks: readonly bigint[];
  /** Where a value is: 0 at `from`, 1 at `to`, within both for values beyond them. */
  readonly position: (value: bigint) => number;
}

/** How finely positions are told apart: a million, which is far less than a pixel. */
const PARTS = 1_000_000n;
/** With a range of less than this part of the highest value, an axis begins at the lowest value and not at 0. */
const ZERO_SHARE = 2n;

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** The largest multiple of `step` that is not above `value`. */
function floorTo(value: bigint, step: bigint): bigint {
  const rest = value % step;
  return rest < 0n ? value - rest - step : value - rest;
}

const ceilTo = (value: bigint, step: bigint): bigint => -floorTo(-value, step);

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`. */
function stepOf(least: bigint): bigint {
  const power = 10n ** BigInt(Math.max(0, least.toString().length - 1));
  return [power, 2n * power, 5n * power].find((step) => step >= least) ?? 10n * power;
}

/** The range to be shown: from 0 where that leaves room enough for the differences, never empty. */
function paddedRange(lowest: bigint, highest: bigint, fromZero: boolean): readonly [bigint, bigint] {
  const size = max(highest < 0n ? -highest : highest, lowest < 0n ? -lowest : lowest);
  if (fromZero || (lowest >= 0n && (highest - lowest) * ZERO_SHARE >= highest && highest > lowest)) {
    return [min(lowest, 0n), max(highest, min(lowest, 0n) + 1n)];
  }
  const pad = max((highest - lowest) / 10n, highest === lowest ? max(size / 10n, 1n) : 0n);
  const from = lowest - pad;
  return [lowest >= 0n ? max(from, 0n) : from, highest + max(pad, 1n)];
}

/**
 * The scale of an axis whose ends are ticks.
 * @param values what must be in the picture; none for 0 to 1
 * @param options.fromZero for bars, whose length is the value
 * @param options.ticks at most so many spaces between ticks, at least 2
 */
export function valueScale(
  values: readonly bigint[],
  options: { readonly fromZero: boolean; readonly spaces: number },
): ValueScale {
  const [first = 0n] = values;
  const lowest = values.reduce(min, first);
  const highest = values.reduce(max, first);
  const [low, high] = paddedRange(lowest, highest, options.fromZero);
  const spaces = BigInt(options.spaces);
  let step = stepOf((high - low + spaces - 1n) / spaces);
  // Rounding both ends outwards may add a space.
  while ((ceilTo(high, step) - floorTo(low, step)) / step > spaces) step = stepOf(step + 1n);
  const from = floorTo(low, step);
  const to = ceilTo(high, step);
  const count = Number((to - from) / step);
  return {
    from,
    to,
    step,
    ticks: Array.from({ length: count + 1 }, (_, index) => from + BigInt(index) * step),
    position: (value) => {
      const inside = min(max(value, from), to);
      return Number(((inside - from) * PARTS) / (to - from)) / Number(PARTS);
    },
  };
}
