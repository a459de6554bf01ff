/** Why Discord's client would not allow an action. */
export type UnavailableActionCode =
  | 'unknown-command'
  | 'hidden-command'
  | 'cannot-see-channel'
  | 'archived-thread'
  | 'unknown-option'
  | 'missing-option'
  | 'invalid-value'
  | 'no-autocomplete'
  | 'unknown-message'
  | 'unknown-component'
  | 'unknown-file'
  | 'disabled-component'
  | 'did-not-respond';

/** Thrown for an action that Discord's client does not offer. */
export class UnavailableActionError extends Error {
  readonly code: UnavailableActionCode;

  constructor(code: UnavailableActionCode, message: string) {
    super(message);
    this.name = 'UnavailableActionError';
    this.code = code;
  }
}
