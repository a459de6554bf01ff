/** One look at the bot while it runs. */
export interface Sample {
  /** Seconds since the start. */
  readonly second: number;
  readonly rssMb: number;
  /** The least of the last ten seconds, when garbage had just been collected. */
  readonly heapMb: number;
  /** Deliveries that wait in the outbox. */
  readonly waiting: number;
  readonly due: number;
  readonly posted: number;
  readonly lagMaxMs: number;
}

/** Of fewer samples the smallest may well be garbage. */
const SAMPLES_OF_A_MINUTE = 4;

/** The sample with the smallest heap of each whole minute: what is really kept, without the garbage. */
export function floorsOfHeap(samples: readonly Sample[]): readonly Sample[] {
  const minutes = Map.groupBy(samples, ({ second }) => Math.floor(second / 60));
  const whole = [...minutes.values()].filter(({ length }) => length >= SAMPLES_OF_A_MINUTE);
  return whole.map((of) => of.reduce((low, one) => (one.heapMb < low.heapMb ? one : low)));
}

/** How much a figure grows in a minute: the slope of the straight line that is nearest to all samples. */
export function slopePerMinute(samples: readonly Sample[], of: (sample: Sample) => number): number {
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
