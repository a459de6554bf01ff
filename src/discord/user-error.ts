import { type ErrorCode, GavelError } from '../domain/errors.ts';

/** Something that the person who asked can put right; its message is shown to them as it is. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

const SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  MARKETPLACE_NOT_FOUND: 'The marketplace does not know that. Pick one of the suggestions while you type.',
  MARKETPLACE_RATE_LIMITED: 'The marketplace is busy right now. Please try again in a minute.',
  MARKETPLACE_UNAVAILABLE: 'The marketplace does not answer right now. Please try again in a minute.',
  MARKETPLACE_BAD_RESPONSE:
    'The marketplace gave an answer that I could not read. Please try again in a minute.',
};

/** One sentence for the person who asked, with what to do next; the log has the rest. */
export function friendlySentence(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const known = error instanceof GavelError ? SENTENCES[error.code] : undefined;
  return known ?? 'Something went wrong on my side. Please try again in a moment.';
}
