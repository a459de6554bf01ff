/** An answer of the marketplace with its time. If the marketplace does not answer, the last known answer is used. */
export interface Dated<T> {
  readonly value: T;
  /** When it was requested, epoch ms. */
  readonly asOf: number;
  /** Older than it should be: show its time. */
  readonly stale: boolean;
}
