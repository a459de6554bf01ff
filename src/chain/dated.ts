/** A marketplace answer with its time. If the marketplace does not answer, it is the last known answer. */
export interface Dated<T> {
  readonly value: T;
  /** When it was requested, epoch ms. */
  readonly asOf: number;
  /** Whether it is older than it should be; if so, show its time. */
  readonly stale: boolean;
}
