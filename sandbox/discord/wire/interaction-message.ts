import {
  type APIMessage,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionType,
  MessageFlags,
  MessageType,
} from 'discord-api-types/v10';
import type { UploadedFile } from '../rest/route.ts';
import { answerRights } from '../state/interaction-rights.ts';
import type { ApplicationRecord, ChannelRecord, InteractionRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { field, textField } from './fields.ts';
import { composeMessage } from './message.ts';

const NESTED: ReadonlySet<unknown> = new Set([
  ApplicationCommandOptionType.Subcommand,
  ApplicationCommandOptionType.SubcommandGroup,
]);

function nestedName(option: unknown): string {
  const options = field(option, 'options');
  const [first] = Array.isArray(options) ? options.filter((inner) => NESTED.has(field(inner, 'type'))) : [];
  const name = textField(option, 'name') ?? '';
  return first === undefined ? name : `${name} ${nestedName(first)}`;
}

/** The command with its subcommands (Discord docs: Message Interaction Object). */
function commandName(interaction: InteractionRecord): string {
  return nestedName(field(interaction.payload, 'data'));
}

function isMessageCommand(interaction: InteractionRecord): boolean {
  return field(field(interaction.payload, 'data'), 'type') === ApplicationCommandType.Message;
}

function owners(interaction: unknown): unknown {
  return field(interaction, 'authorizing_integration_owners') ?? {};
}

/** The source of a submitted modal: a component of a message, or else a command. */
function modalSource(world: World, { id, userId, sourceMessageId, payload }: InteractionRecord): object {
  return {
    id,
    type: sourceMessageId === null ? InteractionType.ApplicationCommand : InteractionType.MessageComponent,
    user: world.users.get(userId),
    authorizing_integration_owners: owners(payload),
    ...(sourceMessageId === null ? {} : { interacted_message_id: sourceMessageId }),
  };
}

function metadata(
  world: World,
  interaction: InteractionRecord,
  followUpTo: string | null,
): Record<string, unknown> {
  return {
    id: interaction.id,
    type: interaction.type,
    user: world.users.get(interaction.userId),
    authorizing_integration_owners: owners(interaction.payload),
    ...(followUpTo === null ? {} : { original_response_message_id: followUpTo }),
    ...(interaction.type === InteractionType.MessageComponent && interaction.sourceMessageId !== null
      ? { interacted_message_id: interaction.sourceMessageId }
      : {}),
    ...(interaction.type === InteractionType.ApplicationCommand && isMessageCommand(interaction)
      ? { target_message_id: field(field(interaction.payload, 'data'), 'target_id') }
      : {}),
    ...(interaction.type === InteractionType.ModalSubmit
      ? { triggering_interaction_metadata: modalSource(world, interaction) }
      : {}),
  };
}

/** A message that answers an interaction, from a validated body. */
export function composeAnswer(
  world: World,
  application: ApplicationRecord,
  interaction: InteractionRecord,
  fields: {
    channel: ChannelRecord;
    body: unknown;
    files: readonly UploadedFile[];
    /** A deferral's placeholder. */
    loading?: boolean;
    /** Set for every message after the first. */
    followUpTo?: string | null;
  },
): APIMessage {
  const author = world.users.get(application.botId);
  if (author === undefined) {
    throw new Error(`Application ${application.id} has no bot user.`);
  }
  const { channel, body, files, loading = false, followUpTo = null } = fields;
  const byCommand = interaction.type === InteractionType.ApplicationCommand && followUpTo === null;
  const messageType = isMessageCommand(interaction)
    ? MessageType.ContextMenuCommand
    : MessageType.ChatInputCommand;
  const rights = answerRights(world, interaction, channel);
  const sentFlags = Number(field(body, 'flags') ?? 0);
  const isEphemeral = rights.onlyEphemeral || (sentFlags & MessageFlags.Ephemeral) !== 0;
  const payload = composeMessage(world, body, {
    id: world.nextId(),
    channel,
    author,
    files,
    // Interaction responses do not depend on the bot's permissions in the channel.
    embedLinks: isEphemeral || rights.embedLinks,
    mentionEveryone: false,
    extra: {
      application_id: application.id,
      webhook_id: application.id,
      type: byCommand ? messageType : MessageType.Default,
      interaction_metadata: metadata(world, interaction, followUpTo),
      ...(byCommand
        ? {
            interaction: {
              id: interaction.id,
              type: interaction.type,
              name: commandName(interaction),
              user: author.id === interaction.userId ? author : world.users.get(interaction.userId),
            },
          }
        : {}),
    } as unknown as Partial<APIMessage>,
  });
  payload.flags =
    (payload.flags ?? 0) | (loading ? MessageFlags.Loading : 0) | (isEphemeral ? MessageFlags.Ephemeral : 0);
  return payload;
}
