import {
  PermissionFlagsBits as Bits,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import { addMessage, editMessage, messageIdOfNonce, removeMessage } from '../state/messages.ts';
import type { ApplicationRecord, ChannelRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { field, isRecord, textField } from '../wire/fields.ts';
import { composeEdit, composeMessage, isEmptyMessage } from '../wire/message.ts';
import {
  emptyMessage,
  invalidField,
  missingPermissions,
  notYourMessage,
  threadArchived,
  unknownMessage,
} from './errors.ts';
import { rejectRefusedHosts, requireValidMessage } from './message-validation.ts';
import { accessibleChannel, findMessage, requireChannelPermissions } from './permission-checks.ts';
import { botRoute, NO_CONTENT, ok, param, type RestAnswer, type RestRequest, type Route } from './route.ts';
import { messagePermissions, reopenThread, requireSendAccess } from './sending.ts';

function referenceOf(world: World, channel: ChannelRecord, body: unknown) {
  const reference = field(body, 'message_reference');
  const messageId = textField(reference, 'message_id');
  if (messageId === undefined) {
    return {};
  }
  const replied = world.messages.get(messageId);
  if (replied === undefined || replied.channelId !== channel.id) {
    if (field(reference, 'fail_if_not_exists') === false) {
      return {};
    }
    throw invalidField('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  return {
    type: MessageType.Reply,
    referenced_message: replied.payload,
    message_reference: {
      type: MessageReferenceType.Default,
      message_id: messageId,
      channel_id: channel.id,
      ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
    },
  } as const;
}

function alreadyPosted(
  world: World,
  caller: ApplicationRecord,
  channel: ChannelRecord,
  body: unknown,
): RestAnswer | null {
  const nonce = nonceOf(body);
  if (nonce === null || field(body, 'enforce_nonce') !== true) {
    return null;
  }
  const messageId = messageIdOfNonce(world, caller.botId, channel, nonce);
  if (messageId === null) {
    return null;
  }
  const posted = world.messages.get(messageId);
  if (posted === undefined) {
    throw unknownMessage();
  }
  return ok({ ...posted.payload, nonce: field(body, 'nonce') });
}

function nonceOf(body: unknown): string | null {
  const nonce = field(body, 'nonce');
  return typeof nonce === 'string' || typeof nonce === 'number' ? String(nonce) : null;
}

function hasEmbeds(body: unknown): boolean {
  const embeds = field(body, 'embeds');
  return Array.isArray(embeds) && embeds.length > 0;
}

/** Posts a bot's message into a channel, under a given id or a new one. Returns the stored message. */
export function postMessage(
  world: World,
  caller: ApplicationRecord,
  channel: ChannelRecord,
  request: RestRequest,
  id?: string,
): RestAnswer {
  const { body, files } = request;
  requireValidMessage(body ?? {}, { operation: 'create', fileNames: files.map((file) => file.name) });
  rejectRefusedHosts(world, body);
  const duplicate = alreadyPosted(world, caller, channel, body);
  if (duplicate !== null) {
    return duplicate;
  }
  const author = world.users.get(caller.botId);
  if (author === undefined) {
    throw new Error(`Application ${caller.id} has no bot user.`);
  }
  const payload = composeMessage(world, body, {
    id: id ?? world.nextId(),
    channel,
    author,
    files,
    ...messagePermissions(world, channel, caller.botId),
    extra: referenceOf(world, channel, body),
  });
  payload.flags = (payload.flags ?? 0) & ~MessageFlags.Ephemeral;
  if (isEmptyMessage(payload)) {
    // discord-api-docs #2601: without Embed Links, embeds alone are refused; beside content they are dropped
    // silently.
    throw hasEmbeds(body) ? missingPermissions() : emptyMessage();
  }
  reopenThread(world, channel, caller);
  addMessage(world, { payload, nonce: nonceOf(body) });
  const nonce = field(body, 'nonce');
  return ok(typeof nonce === 'string' || typeof nonce === 'number' ? { ...payload, nonce } : payload);
}

function edit(world: World, caller: ApplicationRecord, request: RestRequest): RestAnswer {
  const channel = accessibleChannel(world, caller, param(request, 'channelId'));
  const message = findMessage(world, channel, param(request, 'messageId'));
  if (message.authorId !== caller.botId) {
    throw notYourMessage();
  }
  if (channel.thread?.archived === true) {
    throw threadArchived();
  }
  checkEdit(message, request);
  rejectRefusedHosts(world, request.body);
  const rights = messagePermissions(world, channel, caller.botId);
  const payload = composeEdit(world, message.payload, request.body, {
    channel,
    files: request.files,
    ...rights,
  });
  if (isEmptyMessage(payload)) {
    throw emptyMessage();
  }
  editMessage(world, message, payload);
  return ok(message.payload);
}

/**
 * Throws 50035 for an invalid edit, 500 for one that makes Discord's servers fail. `attachment://` may name the
 * message's attachments, and the Components V2 flag cannot be removed.
 */
export function checkEdit(message: StoredMessage, request: RestRequest): void {
  const kept = message.payload.attachments.map((attachment) => attachment.filename);
  requireValidMessage(withKeptFlags(message, request.body ?? {}), {
    operation: 'edit',
    fileNames: [...kept, ...request.files.map((file) => file.name)],
  });
}

/** An edit's body with the Components V2 flag that its message already has. */
export function withKeptFlags(message: StoredMessage, body: unknown): unknown {
  const kept = (message.payload.flags ?? 0) & MessageFlags.IsComponentsV2;
  const sent = field(body, 'flags');
  return isRecord(body) && kept !== 0
    ? { ...body, flags: (typeof sent === 'number' ? sent : 0) | kept }
    : body;
}

/** Messages of a channel: post, get, edit, delete. */
export function messageRoutes(world: World): Route[] {
  const one = '/channels/:channelId/messages/:messageId';
  return [
    botRoute('POST', '/channels/:channelId/messages', (request, caller) => {
      const channel = accessibleChannel(world, caller, param(request, 'channelId'));
      requireSendAccess(world, caller, channel, request.files.length > 0);
      return postMessage(world, caller, channel, request);
    }),
    botRoute('GET', one, (request, caller) => {
      const channel = accessibleChannel(world, caller, param(request, 'channelId'));
      requireChannelPermissions(world, caller, channel, Bits.ReadMessageHistory);
      return ok(findMessage(world, channel, param(request, 'messageId')).payload);
    }),
    botRoute('PATCH', one, (request, caller) => edit(world, caller, request)),
    botRoute('DELETE', one, (request, caller) => {
      const channel = accessibleChannel(world, caller, param(request, 'channelId'));
      const message = findMessage(world, channel, param(request, 'messageId'));
      if (message.authorId !== caller.botId) {
        requireChannelPermissions(world, caller, channel, Bits.ManageMessages);
      }
      if (channel.guildId === null && message.authorId !== caller.botId) {
        throw missingPermissions();
      }
      removeMessage(world, message);
      return NO_CONTENT;
    }),
  ];
}
