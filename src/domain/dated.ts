/** Something that the marketplace said, with its age: when it does not answer, the last known answer is better than none. */
export interface Dated<T> {
  readonly value: T;
  /** When it was asked for, epoch ms. */
  readonly asOf: number;
  /** Older than it should be: tell when it was true. */
  readonly stale: boolean;
}
