/** Codes of Gavel's own errors. */
export type ErrorCode =
  | 'CONFIG_INVALID'
  | 'STORE_UNUSABLE'
  | 'STORE_IN_USE'
  | 'LEASE_LOST'
  | 'MARKETPLACE_NOT_FOUND'
  | 'MARKETPLACE_RATE_LIMITED'
  | 'MARKETPLACE_UNAVAILABLE'
  | 'MARKETPLACE_BAD_RESPONSE'
  | 'DISCORD_UNAUTHORIZED'
  | 'DISCORD_UNAVAILABLE';

/** An error with a code for branching and context for handling it. The message is one short sentence. */
export class GavelError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GavelError';
    this.code = code;
  }
}

/** Returns whether the store failed: its disk or file, or another process holds its lock. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof GavelError && (error.code === 'STORE_UNUSABLE' || error.code === 'STORE_IN_USE');
}
