import { type MessageContext, validateMessage } from '../validation/message.ts';
import { causesServerError } from '../validation/server-errors.ts';
import { field } from '../wire/fields.ts';
import { internalServerError, invalidFormBody } from './errors.ts';

/** Throws 500 for components that make Discord's servers fail, although they are valid. */
export function rejectFailingComponents(components: unknown): void {
  if (causesServerError(components)) {
    throw internalServerError();
  }
}

/** Throws 50035 for an invalid message body, and 500 for a valid one that makes Discord's servers fail. */
export function requireValidMessage(body: unknown, context: MessageContext): void {
  const errors = validateMessage(body, context);
  if (errors !== null) {
    throw invalidFormBody(errors);
  }
  rejectFailingComponents(field(body, 'components'));
}
