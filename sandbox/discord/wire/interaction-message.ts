import { type APIMessage, InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10';
import type { UploadedFile } from '../rest/route.ts';
import type { ApplicationRecord, ChannelRecord, InteractionRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { field } from './fields.ts';
import { composeMessage } from './message.ts';

function commandName(interaction: InteractionRecord): string {
  const name = field(field(interaction.payload, 'data'), 'name');
  return typeof name === 'string' ? name : '';
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
    authorizing_integration_owners: field(interaction.payload, 'authorizing_integration_owners') ?? {},
    ...(followUpTo === null ? {} : { original_response_message_id: followUpTo }),
    ...(interaction.type === InteractionType.MessageComponent && interaction.sourceMessageId !== null
      ? { interacted_message_id: interaction.sourceMessageId }
      : {}),
    ...(interaction.type === InteractionType.ModalSubmit
      ? {
          triggering_interaction_metadata: {
            id: interaction.id,
            type: InteractionType.ApplicationCommand,
            user: world.users.get(interaction.userId),
            authorizing_integration_owners: {},
          },
        }
      : {}),
  };
}

/** A message that answers an interaction, from a body that has passed validation. */
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
  const payload = composeMessage(world, body, {
    id: world.nextId(),
    channel,
    author,
    files,
    // Answers to interactions are not under the bot's own permissions in the channel.
    embedLinks: true,
    mentionEveryone: false,
    extra: {
      application_id: application.id,
      webhook_id: application.id,
      type: byCommand ? MessageType.ChatInputCommand : MessageType.Default,
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
  payload.flags = (payload.flags ?? 0) | (loading ? MessageFlags.Loading : 0);
  return payload;
}
