import { GavelError } from '#src/chain/errors.ts';
import { outcomeOfFailure } from '../posting/failures.ts';

/** Returns whether Discord refuses the token permanently, as opposed to a transient failure. */
export function isTokenRefusal(error: unknown): boolean {
  return outcomeOfFailure(error).type === 'unauthorized';
}

/** Creates the error for the operator. */
export function tokenRefusedError(cause: unknown): GavelError {
  return new GavelError(
    'DISCORD_UNAUTHORIZED',
    'Discord refuses the token. Set DISCORD_TOKEN to the current one of the Developer Portal.',
    { cause },
  );
}
