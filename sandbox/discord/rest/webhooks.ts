import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { answerRights } from '../state/interaction-rights.ts';
import { addFollowUp, changeAnswer, tokenExpired } from '../state/interactions.ts';
import { removeMessage } from '../state/messages.ts';
import type { ApplicationRecord, ChannelRecord, InteractionRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { composeAnswer } from '../wire/interaction-message.ts';
import { composeEdit, isEmptyMessage } from '../wire/message.ts';
import {
  emptyMessage,
  invalidWebhookToken,
  tooManyFollowUps,
  unknownMessage,
  unknownWebhook,
} from './errors.ts';
import { requireValidMessage } from './message-validation.ts';
import { checkEdit } from './messages.ts';
import {
  NO_CONTENT,
  ok,
  param,
  publicRoute,
  type RestAnswer,
  type RestRequest,
  type Route,
} from './route.ts';

/** Discord docs: Create Followup Message, of applications of an account in a server that did not install them. */
const OUTSIDE_FOLLOW_UPS = 5;

interface Hook {
  readonly interaction: InteractionRecord;
  readonly application: ApplicationRecord;
  readonly channel: ChannelRecord;
}

/** The interaction of a token. Throws 10015 before the acknowledgement, 50027 once the token has expired. */
function hookOf(world: World, request: RestRequest): Hook {
  const application = world.applications.get(param(request, 'applicationId'));
  if (application === undefined) {
    throw unknownWebhook();
  }
  const interaction = world.interactionsByToken.get(param(request, 'token'));
  if (
    interaction === undefined ||
    interaction.applicationId !== application.id ||
    tokenExpired(world, interaction)
  ) {
    throw invalidWebhookToken();
  }
  const channel = world.channels.get(interaction.channelId);
  if (interaction.acknowledgedAtMs === null || channel === undefined) {
    throw unknownWebhook();
  }
  return { interaction, application, channel };
}

function messageOf(world: World, { interaction }: Hook, request: RestRequest): StoredMessage {
  const wanted = param(request, 'messageId');
  const message = world.messages.get(wanted === '@original' ? (interaction.originalMessageId ?? '') : wanted);
  const own = message?.payload.application_id === interaction.applicationId;
  const source = message !== undefined && message.id === interaction.sourceMessageId;
  if (message === undefined || (!own && !source)) {
    throw unknownMessage();
  }
  return message;
}

function change(world: World, hook: Hook, message: StoredMessage, request: RestRequest): APIMessage {
  const { channel, interaction } = hook;
  checkEdit(message, request);
  const wasLoading = ((message.payload.flags ?? 0) & MessageFlags.Loading) !== 0;
  const edited = composeEdit(world, message.payload, request.body, {
    channel,
    files: request.files,
    embedLinks: message.visibleTo !== null || answerRights(world, interaction, channel).embedLinks,
    mentionEveryone: false,
  });
  if (isEmptyMessage(edited)) {
    throw emptyMessage();
  }
  edited.flags = (edited.flags ?? 0) & ~MessageFlags.Loading;
  const payload = wasLoading ? { ...edited, edited_timestamp: null } : edited;
  changeAnswer(world, interaction, message, payload);
  return payload;
}

function followUp(world: World, hook: Hook, request: RestRequest): RestAnswer {
  const { interaction, application, channel } = hook;
  const original = world.messages.get(interaction.originalMessageId ?? '');
  if (interaction.awaitingAnswer && original !== undefined) {
    return ok(change(world, hook, original, request));
  }
  if (interaction.isOutside && interaction.followUps >= OUTSIDE_FOLLOW_UPS) {
    throw tooManyFollowUps();
  }
  const fileNames = request.files.map((file) => file.name);
  requireValidMessage(request.body ?? {}, { operation: 'create', fileNames });
  const payload = composeAnswer(world, application, interaction, {
    channel,
    body: request.body,
    files: request.files,
    followUpTo: interaction.originalMessageId ?? interaction.id,
  });
  if (isEmptyMessage(payload)) {
    throw emptyMessage();
  }
  return ok(addFollowUp(world, interaction, payload).payload);
}

/** Follow-ups of an interaction and its messages, `@original` among them. */
export function webhookRoutes(world: World): Route[] {
  const base = '/webhooks/:applicationId/:token';
  const one = `${base}/messages/:messageId`;
  return [
    publicRoute('POST', base, (request) => followUp(world, hookOf(world, request), request)),
    publicRoute('GET', one, (request) => ok(messageOf(world, hookOf(world, request), request).payload)),
    publicRoute('PATCH', one, (request) => {
      const hook = hookOf(world, request);
      return ok(change(world, hook, messageOf(world, hook, request), request));
    }),
    publicRoute('DELETE', one, (request) => {
      const hook = hookOf(world, request);
      removeMessage(world, messageOf(world, hook, request));
      return NO_CONTENT;
    }),
  ];
}
