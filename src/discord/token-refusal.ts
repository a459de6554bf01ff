import { DiscordjsError, DiscordjsErrorCodes } from 'discord.js';
import { GavelError } from '../domain/errors.ts';
import { outcomeOfFailure } from './failures.ts';

/** Whether an error is Discord's last word on this token, rather than trouble on the way. */
export function isTokenRefusal(error: unknown): boolean {
  if (error instanceof DiscordjsError) return error.code === DiscordjsErrorCodes.TokenInvalid;
  return outcomeOfFailure(error).type === 'unauthorized';
}

/** What the operator is told of it. */
export function tokenRefused(cause: unknown): GavelError {
  return new GavelError(
    'DISCORD_UNAUTHORIZED',
    'Discord refuses the token. Set DISCORD_TOKEN to the current one of the Developer Portal.',
    { cause },
  );
}
