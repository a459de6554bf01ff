import type { REST } from 'discord.js';
import {
  type APIApplicationCommandOptionChoice,
  InteractionResponseType,
  MessageFlags,
  Routes,
} from 'discord-api-types/v10';
import type { Answer, AnswerPart } from '../answer.ts';
import type { Modal } from '../components/modal.ts';

/**
 * The responses to one interaction (Discord docs: Receiving and Responding). The first is due within 3 s; edits and
 * further messages are possible for 15 minutes after it. All reject with discord.js's errors.
 */
export interface InteractionResponses {
  reply(answer: Answer, visibility?: Visibility): Promise<void>;
  /** Shows that the bot is working; the answer follows with `editReply`. */
  deferReply(visibility?: Visibility): Promise<void>;
  /** Replaces the whole response, or the indicator that the bot is working. */
  editReply(answer: Answer): Promise<void>;
  /** Replaces these parts of the response or of the message of the component; the others stay. */
  editParts(change: AnswerPart): Promise<void>;
  /** Replaces the message of the component or modal. */
  update(answer: Answer): Promise<void>;
  /** Acknowledges a component or modal; its message stays unchanged until `editReply`. */
  deferUpdate(): Promise<void>;
  /** Sends a further message. */
  followUp(answer: Answer, visibility?: Visibility): Promise<void>;
  /** Opens a modal. Discord accepts it only as the first response, so this is never deferred. */
  showModal(modal: Modal): Promise<void>;
  suggest(choices: readonly APIApplicationCommandOptionChoice[]): Promise<void>;
}

/** Visibility of a message. */
export interface Visibility {
  /** Whether only the requester sees it. */
  readonly isEphemeral: boolean;
}

const ALL: Visibility = { isEphemeral: false };

/**
 * All fields of an answer, so that an edit removes what the answer does not have. Attachments are named by their
 * position among the files of the request (Discord docs: Uploading Files).
 */
function messageBody(
  { content = '', embeds = [], components = [], files = [] }: Answer,
  { isEphemeral }: Visibility,
) {
  return {
    content,
    embeds,
    components,
    attachments: files.map(({ name, description }, position) => ({
      id: String(position),
      filename: name,
      ...(description === undefined ? {} : { description }),
    })),
    allowed_mentions: { parse: [] },
    ...(isEphemeral ? { flags: MessageFlags.Ephemeral } : {}),
  };
}

const filesOf = ({ files = [] }: Answer) => files.map(({ name, attachment }) => ({ name, data: attachment }));

/** @param ids of the interaction */
export function createResponses(
  rest: REST,
  ids: { readonly id: string; readonly token: string; readonly applicationId: string },
): InteractionResponses {
  const { id, token, applicationId } = ids;

  async function respond(type: InteractionResponseType, data?: object, answer: Answer = {}): Promise<void> {
    const body = data === undefined ? { type } : { type, data };
    await rest.post(Routes.interactionCallback(id, token), { auth: false, body, files: filesOf(answer) });
  }

  return {
    reply: (answer, visibility = ALL) =>
      respond(InteractionResponseType.ChannelMessageWithSource, messageBody(answer, visibility), answer),
    deferReply: ({ isEphemeral } = ALL) =>
      respond(
        InteractionResponseType.DeferredChannelMessageWithSource,
        isEphemeral ? { flags: MessageFlags.Ephemeral } : {},
      ),
    async editReply(answer) {
      await rest.patch(Routes.webhookMessage(applicationId, token, '@original'), {
        auth: false,
        body: messageBody(answer, ALL),
        files: filesOf(answer),
      });
    },
    async editParts({ content, components }) {
      await rest.patch(Routes.webhookMessage(applicationId, token, '@original'), {
        auth: false,
        body: {
          ...(content === undefined ? {} : { content }),
          ...(components === undefined ? {} : { components }),
          allowed_mentions: { parse: [] },
        },
      });
    },
    update: (answer) => respond(InteractionResponseType.UpdateMessage, messageBody(answer, ALL), answer),
    deferUpdate: () => respond(InteractionResponseType.DeferredMessageUpdate),
    async followUp(answer, visibility = ALL) {
      await rest.post(Routes.webhook(applicationId, token), {
        auth: false,
        body: messageBody(answer, visibility),
        files: filesOf(answer),
      });
    },
    showModal: (modal) => respond(InteractionResponseType.Modal, modal),
    suggest: (choices) => respond(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices }),
  };
}
