import { MessageFlags, InteractionResponseType as Type } from 'discord-api-types/v10';
import { answerRights } from '../state/interaction-rights.ts';
import { acknowledge, acknowledgeExpired, tokenExpired } from '../state/interactions.ts';
import { editMessage } from '../state/messages.ts';
import type { ApplicationRecord, ChannelRecord, InteractionRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { validateInteractionResponse } from '../validation/interaction-response.ts';
import { field, flagSet, isRecord, textField } from '../wire/fields.ts';
import { composeAnswer } from '../wire/interaction-message.ts';
import { composeEdit, isEmptyMessage } from '../wire/message.ts';
import { alreadyAcknowledged, emptyMessage, invalidFormBody, unknownInteraction } from './errors.ts';
import { rejectFailingComponents } from './message-validation.ts';
import { withKeptFlags } from './messages.ts';
import {
  NO_CONTENT,
  ok,
  param,
  publicRoute,
  type RestAnswer,
  type RestRequest,
  type Route,
  type UploadedFile,
} from './route.ts';

interface CallbackContext {
  readonly world: World;
  readonly interaction: InteractionRecord;
  readonly application: ApplicationRecord;
  readonly channel: ChannelRecord;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

function find(world: World, request: RestRequest): InteractionRecord {
  const interaction = world.interactions.get(param(request, 'interactionId'));
  if (interaction === undefined || interaction.token !== param(request, 'token')) {
    throw unknownInteraction();
  }
  return interaction;
}

function contextOf(
  world: World,
  interaction: InteractionRecord,
  body: unknown,
  files: readonly UploadedFile[],
): CallbackContext {
  const application = world.applications.get(interaction.applicationId);
  const channel = world.channels.get(interaction.channelId);
  if (application === undefined || channel === undefined || tokenExpired(world, interaction)) {
    throw unknownInteraction();
  }
  return { world, interaction, application, channel, body, files };
}

function answerWithMessage(
  { world, interaction, application, channel, body, files }: CallbackContext,
  type: Type,
): StoredMessage | null {
  const loading = type === Type.DeferredChannelMessageWithSource;
  const data = field(body, 'data');
  const message = composeAnswer(world, application, interaction, {
    channel,
    body: loading ? { flags: field(data, 'flags') } : data,
    files,
    loading,
  });
  if (!loading && isEmptyMessage(message)) {
    throw emptyMessage();
  }
  return acknowledge(world, interaction, type, { message });
}

function updateSource({ world, interaction, channel, body, files }: CallbackContext): StoredMessage | null {
  const source = world.messages.get(interaction.sourceMessageId ?? '');
  if (source === undefined) {
    acknowledge(world, interaction, Type.UpdateMessage);
    return null;
  }
  const data = field(body, 'data') ?? {};
  const payload = composeEdit(world, source.payload, data, {
    channel,
    files,
    embedLinks: source.visibleTo !== null || answerRights(world, interaction, channel).embedLinks,
    mentionEveryone: false,
  });
  if (isEmptyMessage(payload)) {
    throw emptyMessage();
  }
  editMessage(world, source, payload);
  acknowledge(world, interaction, Type.UpdateMessage);
  return source;
}

function perform(context: CallbackContext, type: Type): StoredMessage | null {
  const { world, interaction, body } = context;
  const data = field(body, 'data');
  switch (type) {
    case Type.ChannelMessageWithSource:
    case Type.DeferredChannelMessageWithSource:
      return answerWithMessage(context, type);
    case Type.UpdateMessage:
      return updateSource(context);
    case Type.ApplicationCommandAutocompleteResult: {
      const choices = field(data, 'choices');
      return acknowledge(world, interaction, type, { choices: Array.isArray(choices) ? choices : [] });
    }
    case Type.Modal: {
      const components = field(data, 'components');
      const modal = {
        custom_id: textField(data, 'custom_id') ?? '',
        title: textField(data, 'title') ?? '',
        components: Array.isArray(components) ? components : [],
      };
      return acknowledge(world, interaction, type, { modal });
    }
    default:
      return acknowledge(world, interaction, type);
  }
}

/** The body to validate: an update of a message that has Components V2 may omit the flag. */
function judged({ world, interaction, body }: CallbackContext): unknown {
  const source = world.messages.get(interaction.sourceMessageId ?? '');
  return isRecord(body) && body['type'] === Type.UpdateMessage && source !== undefined
    ? { ...body, data: withKeptFlags(source, body['data']) }
    : body;
}

/** The files of the message that an update edits: `attachment://` may name them. */
function keptFiles({ world, interaction, body }: CallbackContext): string[] {
  const source = world.messages.get(interaction.sourceMessageId ?? '');
  const updates = field(body, 'type') === Type.UpdateMessage;
  return updates ? (source?.payload.attachments ?? []).map(({ filename }) => filename) : [];
}

function withResponse(interaction: InteractionRecord, type: Type, message: StoredMessage | null): RestAnswer {
  return ok({
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(message === null
        ? {}
        : {
            response_message_id: message.id,
            response_message_loading: ((message.payload.flags ?? 0) & MessageFlags.Loading) !== 0,
            response_message_ephemeral: message.visibleTo !== null,
          }),
      channel_id: interaction.channelId,
      ...(interaction.guildId === null ? {} : { guild_id: interaction.guildId }),
    },
    ...(message === null || type === Type.DeferredChannelMessageWithSource
      ? {}
      : { resource: { type, message: message.payload } }),
  });
}

/**
 * Records the response to an interaction (types 4 to 9), once, and within three seconds.
 * @throws RestError for one that Discord refuses
 */
export function respondTo(
  world: World,
  interaction: InteractionRecord,
  body: unknown,
  files: readonly UploadedFile[],
): { readonly type: Type; readonly message: StoredMessage | null } {
  const context = contextOf(world, interaction, body, files);
  if (interaction.acknowledgedAtMs !== null) {
    throw alreadyAcknowledged();
  }
  if (acknowledgeExpired(world, interaction)) {
    throw unknownInteraction();
  }
  const fileNames = [...keptFiles(context), ...files.map((file) => file.name)];
  const errors = validateInteractionResponse(judged(context), interaction.type, fileNames);
  if (errors !== null) {
    throw invalidFormBody(errors);
  }
  rejectFailingComponents(field(field(body, 'data'), 'components'));
  const type = isRecord(body) ? Number(body['type']) : 0;
  return { type, message: perform(context, type) };
}

/** The route by which an application responds to an interaction. */
export function interactionCallbackRoutes(world: World): Route[] {
  return [
    publicRoute('POST', '/interactions/:interactionId/:token/callback', (request) => {
      const interaction = find(world, request);
      const { type, message } = respondTo(world, interaction, request.body, request.files);
      return flagSet(request.query, 'with_response') ? withResponse(interaction, type, message) : NO_CONTENT;
    }),
  ];
}
