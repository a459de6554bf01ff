import {
  type APIInteraction,
  type APIMessage,
  InteractionResponseType,
  MessageFlags,
} from 'discord-api-types/v10';
import { addMessage, editMessage } from './messages.ts';
import type { InteractionChange, InteractionRecord, StoredMessage } from './records.ts';
import type { World } from './world.ts';

/** Discord docs: Receiving and Responding to Interactions. */
const TOKEN_LIFETIME_MS = 15 * 60_000;

/** Creates an interaction and dispatches it to the application. */
export function openInteraction(
  world: World,
  fields: Pick<
    InteractionRecord,
    | 'token'
    | 'applicationId'
    | 'userId'
    | 'guildId'
    | 'channelId'
    | 'sourceMessageId'
    | 'isOutside'
    | 'isUnseen'
  > & {
    payload: APIInteraction;
  },
): InteractionRecord {
  const interaction: InteractionRecord = {
    ...fields,
    id: fields.payload.id,
    type: fields.payload.type,
    createdAtMs: world.clock.now(),
    acknowledgedAtMs: null,
    callbackType: null,
    awaitingAnswer: false,
    ephemeral: false,
    originalMessageId: null,
    modal: null,
    choices: null,
    followUps: 0,
  };
  world.interactions.set(interaction.id, interaction);
  world.interactionsByToken.set(interaction.token, interaction);
  world.clock.after(world.acknowledgeWithinMs, () => {
    if (interaction.acknowledgedAtMs === null) world.missedInteractions += 1;
  });
  world.clock.after(TOKEN_LIFETIME_MS + 60_000, () => {
    world.interactions.delete(interaction.id);
    world.interactionsByToken.delete(interaction.token);
  });
  world.dispatches.emit({
    event: 'INTERACTION_CREATE',
    data: fields.payload,
    guildId: fields.guildId,
    applicationId: fields.applicationId,
    intents: 0,
  });
  return interaction;
}

/** Whether the acknowledgement deadline has passed. */
export function acknowledgeExpired(world: World, interaction: InteractionRecord): boolean {
  return (
    interaction.acknowledgedAtMs === null &&
    world.clock.now() - interaction.createdAtMs > world.acknowledgeWithinMs
  );
}

/** Whether the token has expired. */
export function tokenExpired(world: World, interaction: InteractionRecord): boolean {
  return world.clock.now() - interaction.createdAtMs > TOKEN_LIFETIME_MS;
}

function emitChange(
  world: World,
  kind: InteractionChange['kind'],
  interaction: InteractionRecord,
  message: StoredMessage | null,
): void {
  world.interactionChanges.emit({ kind, interaction, message });
}

/** Records the first response. The caller has checked that there was none yet. */
export function acknowledge(
  world: World,
  interaction: InteractionRecord,
  type: InteractionResponseType,
  fields: { message?: APIMessage; modal?: InteractionRecord['modal']; choices?: readonly unknown[] } = {},
): StoredMessage | null {
  interaction.acknowledgedAtMs = world.clock.now();
  interaction.callbackType = type;
  interaction.modal = fields.modal ?? null;
  interaction.choices = fields.choices ?? null;
  let message: StoredMessage | null = null;
  if (fields.message !== undefined) {
    interaction.awaitingAnswer = type === InteractionResponseType.DeferredChannelMessageWithSource;
    interaction.ephemeral = ((fields.message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
    message = addAnswer(world, interaction, fields.message);
    interaction.originalMessageId = message.id;
  } else if (
    type === InteractionResponseType.DeferredMessageUpdate ||
    type === InteractionResponseType.UpdateMessage
  ) {
    interaction.originalMessageId = interaction.sourceMessageId;
  }
  emitChange(world, 'acknowledged', interaction, message);
  return message;
}

function addAnswer(world: World, interaction: InteractionRecord, payload: APIMessage): StoredMessage {
  const ephemeral = ((payload.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return addMessage(world, {
    payload,
    visibleTo: ephemeral ? interaction.userId : null,
    isUnseen: ephemeral && interaction.isUnseen,
  });
}

/** Records a follow-up message of the interaction. */
export function addFollowUp(
  world: World,
  interaction: InteractionRecord,
  payload: APIMessage,
): StoredMessage {
  interaction.followUps += 1;
  const message = addAnswer(world, interaction, payload);
  emitChange(world, 'followed-up', interaction, message);
  return message;
}

/** Replaces a deferral's "thinking …" with the answer, or edits an existing answer. */
export function changeAnswer(
  world: World,
  interaction: InteractionRecord,
  message: StoredMessage,
  payload: APIMessage,
): void {
  const answers = interaction.awaitingAnswer && message.id === interaction.originalMessageId;
  if (answers) {
    interaction.awaitingAnswer = false;
  }
  editMessage(world, message, payload);
  if (answers) {
    emitChange(world, 'answered', interaction, message);
  } else if (message.id === interaction.originalMessageId) {
    emitChange(world, 'original-edited', interaction, message);
  }
}
