/** An interval, ms since the start of the history. */
export interface Interval {
  readonly from: number;
  to: number;
}
