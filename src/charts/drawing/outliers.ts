/** Fewer values than this have no outliers. */
const MIN_VALUES = 8;
/** At most one in this many values is an outlier. If more are far off, they are the interesting part. */
const MAX_SHARE = 10;
/** Minimum ratio of an outlier to the remaining values; smaller ones fit into the picture. */
const MIN_TIMES = 2n;

/** Returns the highest bar that is shown in full. Empty bars are ignored. */
export function barLimit(bars: readonly { readonly value: bigint }[]): bigint {
  const values = bars.flatMap(({ value }) => (value > 0n ? [value] : []));
  return outlierLimit(values) ?? highestOf(values);
}

const highestOf = (values: readonly bigint[]): bigint =>
  values.reduce((one, other) => (one > other ? one : other), 0n);

/**
 * Returns the highest value that is shown; `null` if all are. Outliers are found by the usual rule (Tukey: three
 * interquartile ranges above the upper quartile), if cutting them off makes the rest at least twice as tall.
 */
export function outlierLimit(values: readonly bigint[]): bigint | null {
  if (values.length < MIN_VALUES) return null;
  const sorted = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  const at = (share: number): bigint => sorted[Math.floor((sorted.length - 1) * share)] ?? 0n;
  const [lower, upper] = [at(0.25), at(0.75)];
  const fence = upper + 3n * (upper - lower) + upper / 2n;
  const kept = sorted.filter((value) => value <= fence);
  const limit = highestOf(kept);
  const cut = sorted.length - kept.length;
  if (cut === 0 || cut * MAX_SHARE > sorted.length) return null;
  return highestOf(sorted) >= limit * MIN_TIMES ? limit : null;
}
