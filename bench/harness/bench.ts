/** What a figure must reach, judged by its median; in the figure's unit. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One measurement. Several of the same name and parameters are repeats of one figure. */
export interface Figure {
  /** What was measured, in words: `match`, `match against a loop`. */
  readonly name: string;
  readonly value: number;
  /** `µs`, `ms`, `MiB`, `×`, `/s`. */
  readonly unit: string;
  /** Under which circumstances; the order of the keys is that of the table. */
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly goal?: Goal;
}

/** What a bench is given. */
export interface BenchContext {
  /** How often each figure is to be measured; at least 1. */
  readonly repeats: number;
  /** Smaller sizes, for a look whether the bench works: what it measures then means little. */
  readonly quick: boolean;
  /** What everything random is drawn from. */
  readonly seed: number;
  /** Keeps one measurement. */
  record(figure: Figure): void;
  /** Says what is being done, for whoever waits. */
  progress(text: string): void;
}

/** One thing that `npm run bench` measures. */
export interface Bench {
  /** What is typed: `npm run bench -- NAME`. */
  readonly name: string;
  /** What is measured, in one sentence. */
  readonly describe: string;
  /** Prepares once, measures `repeats` times and records every measurement. Rejects when results are wrong. */
  run(context: BenchContext): Promise<void>;
}
