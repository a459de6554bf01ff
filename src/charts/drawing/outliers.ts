/** Fewer values than this have no outliers. */
const MIN_VALUES = 8;
/** Of so many values at most one is an outlier; where more are far off, they are what there is to see. */
const MAX_SHARE = 10;
/** An outlier is at least this many times as high as what remains: others fit into the picture. */
const MIN_TIMES = 2n;

/** The highest bar that is shown whole. Empty ones say nothing of what is usual. */
export function barLimit(bars: readonly { readonly value: bigint }[]): bigint {
  const values = bars.flatMap(({ value }) => (value > 0n ? [value] : []));
  return outlierLimit(values) ?? highestOf(values);
}

const highestOf = (values: readonly bigint[]): bigint =>
  values.reduce((one, other) => (one > other ? one : other), 0n);

/**
 * The highest value that is shown; `null` where all are. Outliers by the usual rule (Tukey: three times the distance of
 * the quartiles beyond the upper one), where cutting them off makes the rest at least twice as tall.
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
