import { type MessageContext, validateMessage } from '../validation/message.ts';
import { failsServer } from '../validation/server-failures.ts';
import { field } from '../wire/fields.ts';
import { internalServerError, invalidForm } from './errors.ts';

/** Throws what Discord answers to components that its servers fail at: 500, whenever they are sent. */
export function demandServable(components: unknown): void {
  if (failsServer(components)) {
    throw internalServerError();
  }
}

/** Throws 50035 for a message body that Discord refuses, and 500 for one in form that it fails at. */
export function demandForm(body: unknown, context: MessageContext): void {
  const errors = validateMessage(body, context);
  if (errors !== null) {
    throw invalidForm(errors);
  }
  demandServable(field(body, 'components'));
}
