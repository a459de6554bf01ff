/** Why Discord's own client would not let a person do something. */
export type PersonRefusalCode =
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

/** Thrown when a person tries what Discord's client does not offer. */
export class PersonRefusal extends Error {
  readonly code: PersonRefusalCode;

  constructor(code: PersonRefusalCode, message: string) {
    super(message);
    this.name = 'PersonRefusal';
    this.code = code;
  }
}
