import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import type { Check } from './checks.ts';
import { choice, isRecord, object, optional, required } from './checks.ts';
import { completions } from './choices.ts';
import type { ErrorTree } from './error-tree.ts';
import { collectErrors } from './error-tree.ts';
import { messageBody } from './message.ts';
import { modal } from './modal.ts';

const {
  Pong,
  ChannelMessageWithSource: Reply,
  DeferredChannelMessageWithSource: DeferReply,
  DeferredMessageUpdate: DeferUpdate,
  UpdateMessage: Update,
  ApplicationCommandAutocompleteResult: Autocomplete,
  Modal,
} = InteractionResponseType;

/** The response types that each interaction type allows (Discord docs: Interaction Callback Type). */
const ALLOWED_RESPONSES: Readonly<Record<number, readonly number[]>> = {
  [InteractionType.Ping]: [Pong],
  [InteractionType.ApplicationCommand]: [Reply, DeferReply, Modal],
  [InteractionType.MessageComponent]: [Reply, DeferReply, DeferUpdate, Update, Modal],
  [InteractionType.ApplicationCommandAutocomplete]: [Autocomplete],
  [InteractionType.ModalSubmit]: [Reply, DeferReply, DeferUpdate, Update],
};

const autocomplete = object({ choices: optional(completions) });

function dataOf(body: unknown, type: unknown, fileNames: readonly string[]): Check {
  const message = (operation: 'create' | 'edit') =>
    messageBody(isRecord(body) ? body['data'] : undefined, { operation, fileNames });
  switch (type) {
    case Reply:
    case DeferReply:
      return object({ data: optional(message('create')) });
    case DeferUpdate:
    case Update:
      return object({ data: optional(message('edit')) });
    case Autocomplete:
      return object({ data: required(autocomplete) });
    case Modal:
      return object({ data: required(modal) });
    default:
      return object({});
  }
}

/**
 * Discord's errors (50035) for this interaction response, or null when it is valid. A reply without content is
 * another error (50006): see `isEmptyMessage`. `interactionType` is the interaction's type, `fileNames` are the
 * files of the response.
 */
export function validateInteractionResponse(
  body: unknown,
  interactionType: number,
  fileNames: readonly string[] = [],
): ErrorTree | null {
  const type = isRecord(body) ? body['type'] : undefined;
  return collectErrors((report) => {
    object({ type: required(choice(ALLOWED_RESPONSES[interactionType] ?? [])) })(body, report);
    if (isRecord(body)) dataOf(body, type, fileNames)(body, report);
  });
}
