/** The range of an axis, and positions of its values in the picture. */
export interface ValueScale {
  readonly from: bigint;
  readonly to: bigint;
  /** Distance between two ticks: 1, 2 or 5 times a power of ten. */
  readonly step: bigint;
  /** Multiples of the step, lowest first. */
  readonly ticks: readonly bigint[];
  /** Returns the position of a value: 0 at `from`, 1 at `to`; values beyond them are clamped. */
  readonly position: (value: bigint) => number;
}

/** Resolution of positions: a millionth, far less than a pixel. */
const PARTS = 1_000_000n;
/** If the range is less than this share of the highest value, the axis begins at the lowest value instead of 0. */
const ZERO_SHARE = 2n;

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Returns the largest multiple of `step` that is not above `value`. */
function floorTo(value: bigint, step: bigint): bigint {
  const rest = value % step;
  return rest < 0n ? value - rest - step : value - rest;
}

const ceilTo = (value: bigint, step: bigint): bigint => -floorTo(-value, step);

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`. */
function stepOf(least: bigint): bigint {
  const power = 10n ** BigInt(Math.max(0, least.toString().length - 1));
  return [power, 2n * power, 5n * power].find((step) => step >= least) ?? 10n * power;
}

/** Returns the range to show: from 0 if differences remain visible, never empty. */
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
 * Creates the scale of an axis that ends at ticks.
 * @param values values that must be visible; none for 0 to 1
 * @param options.fromZero for bars, whose length is the value
 * @param options.ticks maximum spaces between ticks, at least 2
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
