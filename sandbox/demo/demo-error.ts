/** Why the demo cannot go on, in a sentence for the person who runs it. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
  /** Exit status: 2 for flags that cannot be used, 1 otherwise. */
  readonly status: number;

  constructor(message: string, status: 1 | 2) {
    super(message);
    this.status = status;
  }
}
