import { GavelError } from '../domain/errors.ts';

/** The marketplace answered that there is no such thing (404). */
export class NotFound extends GavelError {
  override readonly name = 'NotFound';
  /** The server's own words, where it had any: they tell a missing thing from a missing endpoint. */
  readonly said: string | null;
  constructor(what: string, said: string | null = null) {
    super('MARKETPLACE_NOT_FOUND', `The marketplace has no ${what}.`);
    this.said = said;
  }
}

/** The marketplace asked for fewer requests, or we know that it is about to. */
export class RateLimited extends GavelError {
  override readonly name = 'RateLimited';
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('MARKETPLACE_RATE_LIMITED', `The marketplace asks to wait ${Math.ceil(retryAfterMs / 1_000)} s.`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** No usable answer: connection refused or dropped, timeout, 5xx, breaker open. */
export class Unavailable extends GavelError {
  override readonly name = 'Unavailable';
  constructor(detail: string, options?: ErrorOptions) {
    super('MARKETPLACE_UNAVAILABLE', `The marketplace is not reachable: ${detail}.`, options);
  }
}

/** An answer that is not what the API documents: HTML, cut off, another shape, too large, a 400. */
export class BadResponse extends GavelError {
  override readonly name: string = 'BadResponse';
  /** It was cut off or no JSON at all, which the next try may not be. */
  readonly damaged: boolean;
  constructor(detail: string, options?: ErrorOptions & { readonly damaged?: boolean }) {
    super(
      'MARKETPLACE_BAD_RESPONSE',
      `The marketplace gave an answer that cannot be read: ${detail}.`,
      options,
    );
    this.damaged = options?.damaged === true;
  }
}

/** A sound list of whose records nearly none is understood: their fields have other names, or other meanings. */
export class NotUnderstood extends BadResponse {
  override readonly name = 'NotUnderstood';
  /** How many records there were. */
  readonly records: number;
  constructor(what: string, records: number, understood: number) {
    super(`of ${records} ${what} ${understood === 0 ? 'none is' : `only ${understood} are`} understood`);
    this.records = records;
  }
}
