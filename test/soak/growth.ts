/** Measurements of the running bot at one time. */
export interface Sample {
  /** Seconds since the start. */
  readonly second: number;
  readonly rssMb: number;
  /** The minimum of the last ten seconds. */
  readonly heapMb: number;
  /** Pending deliveries in the outbox. */
  readonly waiting: number;
  readonly due: number;
  readonly posted: number;
  readonly lagMaxMs: number;
}

/** The share of a run after which the caches are filled and growth is judged; by then code is compiled. */
export const WARM_UP_SHARE = 1 / 3;
/** The minimum duration to detect memory growth, in minutes. */
export const MIN_CONCLUSIVE_MINUTES = 10;

/** The growth per minute: the slope of the least-squares line through all samples. */
export function slopePerMinute<At extends { readonly second: number }>(
  samples: readonly At[],
  of: (sample: At) => number,
): number {
  const count = samples.length;
  if (count < 2) return 0;
  const minutes = samples.map(({ second }) => second / 60);
  const values = samples.map(of);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / count;
  const [atMean, valueMean] = [mean(minutes), mean(values)];
  const [above, below] = minutes.reduce(
    ([product, square], at, index) => [
      product + (at - atMean) * ((values[index] ?? 0) - valueMean),
      square + (at - atMean) ** 2,
    ],
    [0, 0],
  );
  return below === 0 ? 0 : above / below;
}
