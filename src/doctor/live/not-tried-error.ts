/** The reason why a probe cannot be tried. */
export class NotTriedError extends Error {
  readonly remedy: string;

  /** @param reason written as the end of a sentence */
  constructor(reason: string, remedy: string) {
    super(reason);
    this.name = 'NotTriedError';
    this.remedy = remedy;
  }
}
