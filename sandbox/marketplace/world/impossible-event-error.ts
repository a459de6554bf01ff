/** An event that is impossible in the present state: the token is gone, the auction over, the bid too low. */
export class ImpossibleEventError extends RangeError {
  readonly code = 'REFUSED';

  constructor(message: string) {
    super(message);
    this.name = 'ImpossibleEventError';
  }
}
