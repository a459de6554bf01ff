/** Something cannot happen in the world as it is: the token is gone, the auction over, the bid too low. */
export class Refusal extends RangeError {
  readonly code = 'REFUSED';

  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}
