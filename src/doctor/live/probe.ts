import type { Lab } from './lab.ts';

/** One assumption about Discord that delivery relies on, and how to check it. */
export interface Probe {
  /** Name in the documentation. */
  readonly name: string;
  /** What is assumed, as a sentence. */
  readonly assumed: string;
  /** What depends on it, as a sentence. */
  readonly dependent: string;
  /** Checks the assumption. A `NotTriedError` says why it cannot. */
  run(lab: Lab): Promise<Finding>;
}

/** Measured values, for the report. They never include ids. */
type Values = Readonly<Record<string, number | string | boolean | null>>;

/** Result of a probe. */
export type Finding =
  | { readonly verdict: 'holds' | 'wrong'; readonly seen: string; readonly values: Values }
  | {
      readonly verdict: 'not tried';
      /** Written as the end of a sentence. */
      readonly reason: string;
      /** What the operator can do so that it is tried. */
      readonly remedy: string;
    };

/** @param seen written as the end of a sentence, without ids */
export const judge = (isAsAssumed: boolean, seen: string, values: Values = {}): Finding => ({
  verdict: isAsAssumed ? 'holds' : 'wrong',
  seen,
  values,
});
