import { isEmptyMessage, validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';

/** What Discord would refuse of a message; also what it would refuse as empty. */
export function refusals(body: unknown, operation: 'create' | 'edit' = 'create'): readonly string[] {
  const empty = isEmptyMessage(body, []) ? ['EMPTY_MESSAGE'] : [];
  return [...empty, ...flatErrors(validateMessage(body, { operation, fileNames: [] }))];
}
