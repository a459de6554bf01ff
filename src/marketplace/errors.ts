import { GavelError } from '#src/chain/errors.ts';

/** The marketplace answered that the requested resource does not exist (404). */
export class NotFound extends GavelError {
  override readonly name = 'NotFound';
  /** The server's message, if any: distinguishes a missing resource from a missing endpoint. */
  readonly serverMessage: string | null;
  constructor(what: string, serverMessage: string | null = null) {
    super('MARKETPLACE_NOT_FOUND', `The marketplace has no ${what}.`);
    this.serverMessage = serverMessage;
  }
}

/** The marketplace's rate limit is exhausted, or nearly. */
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

/** An unusable answer: HTML, truncated, in another format, too large, or a 400. */
export class BadResponse extends GavelError {
  override readonly name: string = 'BadResponse';
  /** Whether it is truncated or not JSON, so that a retry may succeed. */
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

/** An answer that exceeds a size limit, in bytes or in values. */
export class TooLarge extends BadResponse {
  override readonly name = 'TooLarge';
}

/** A valid list of which nearly no record is understood, because its fields have other names or meanings. */
export class NotUnderstood extends BadResponse {
  override readonly name = 'NotUnderstood';
  /** Number of records in the list. */
  readonly records: number;
  constructor(what: string, records: number, understood: number) {
    super(`of ${records} ${what} ${understood === 0 ? 'none is' : `only ${understood} are`} understood`);
    this.records = records;
  }
}
