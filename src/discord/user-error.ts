import { type ErrorCode, GavelError } from '#src/chain/errors.ts';
import { english, type Messages } from '#src/messages/messages.ts';

/** A sentence in the reader's language. */
export type Sentence = (messages: Messages) => string;

/**
 * An error that the user can correct. It is answered in their server's language; its `message` is in English, for logs.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly sentence: Sentence;

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(sentence(english), options);
    this.sentence = sentence;
  }
}

const SENTENCES: Readonly<Partial<Record<ErrorCode, Sentence>>> = {
  MARKETPLACE_NOT_FOUND: ({ interactions }) => interactions.marketplaceNotFound,
  MARKETPLACE_RATE_LIMITED: ({ interactions }) => interactions.marketplaceRateLimited,
  MARKETPLACE_UNAVAILABLE: ({ interactions }) => interactions.marketplaceUnavailable,
  MARKETPLACE_BAD_RESPONSE: ({ interactions }) => interactions.marketplaceBadResponse,
};

/** Returns one sentence for the user, with what to do next; the details are logged. */
export function userErrorMessage(error: unknown, messages: Messages): string {
  if (error instanceof UserError) return error.sentence(messages);
  const known = error instanceof GavelError ? SENTENCES[error.code] : undefined;
  return known?.(messages) ?? messages.interactions.unknownError;
}
