/** Goal for the median of a figure, in its unit. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One measurement. Several of the same name and parameters are repeats of one figure. */
export interface Figure {
  /** What was measured: `match`, `match against a loop`. */
  readonly name: string;
  readonly value: number;
  /** `µs`, `ms`, `MiB`, `×`, `/s`. */
  readonly unit: string;
  /** Conditions of the measurement, in the order of the table. */
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly goal?: Goal;
}

/** Context of a run. */
export interface BenchContext {
  /** How often each figure is to be measured; at least 1. */
  readonly repeats: number;
  /** Smaller sizes, to check that the bench works; its figures mean little then. */
  readonly quick: boolean;
  /** Seed of all random values. */
  readonly seed: number;
  /** Records one measurement. */
  record(figure: Figure): void;
  /** Prints what is being done. */
  progress(text: string): void;
}

/** One thing that `npm run bench` measures. */
export interface Bench {
  /** As in `npm run bench -- NAME`. */
  readonly name: string;
  /** What is measured, in one sentence. */
  readonly describe: string;
  /** It takes minutes: `npm run bench` without names leaves it out. */
  readonly onlyIfNamed?: true;
  /** Prepares once, measures `repeats` times and records every measurement. Rejects when results are wrong. */
  run(context: BenchContext): Promise<void>;
}
