import { type APIMessage, GatewayIntentBits, MessageFlags } from 'discord-api-types/v10';
import { partialMember } from '../wire/guild.ts';
import type { ChannelRecord, MessageChange, StoredMessage } from './records.ts';
import { applicationIdsAmong, type World } from './world.ts';

/** The author's membership, which a server's message events carry; webhooks have none. */
function membership(world: World, { guildId }: ChannelRecord, { payload, authorId }: StoredMessage) {
  const member = guildId === null ? undefined : world.guilds.get(guildId)?.members.get(authorId);
  return member === undefined || payload.webhook_id !== undefined ? {} : { member: partialMember(member) };
}

function announce(world: World, kind: MessageChange['kind'], message: StoredMessage): void {
  world.messageChanges.emit({ kind, message });
  const channel = world.channels.get(message.channelId);
  if (message.visibleTo !== null || channel === undefined) {
    return;
  }
  const event = { created: 'MESSAGE_CREATE', edited: 'MESSAGE_UPDATE', deleted: 'MESSAGE_DELETE' }[kind];
  const place = {
    channel_id: channel.id,
    ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
  };
  const data =
    kind === 'deleted'
      ? { id: message.id, ...place }
      : { ...message.payload, ...place, ...membership(world, channel, message) };
  const intents =
    channel.guildId === null ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages;
  const audience = channel.guildId === null ? applicationIdsAmong(world, channel.recipientIds) : [null];
  for (const applicationId of audience) {
    world.dispatches.emit({
      event,
      data,
      guildId: channel.guildId,
      applicationId,
      intents,
      channelId: channel.id,
    });
  }
}

function nonceKey(authorId: string, channelId: string, nonce: string): string {
  return `${authorId}:${channelId}:${nonce}`;
}

/** Nonces are kept in insertion order, so the oldest come first. */
function forgetOldNonces(world: World): void {
  for (const [key, { atMs }] of world.nonces) {
    if (world.clock.now() - atMs <= world.nonceWindowMs) {
      return;
    }
    world.nonces.delete(key);
  }
}

/** Stores a message and dispatches it. Ephemeral ones (`visibleTo`) stay out of the history. */
export function addMessage(
  world: World,
  fields: { payload: APIMessage; nonce?: string | null; visibleTo?: string | null; isUnseen?: boolean },
): StoredMessage {
  const { payload, nonce = null, visibleTo = null, isUnseen = false } = fields;
  const message: StoredMessage = {
    id: payload.id,
    channelId: payload.channel_id,
    authorId: payload.author.id,
    payload,
    suppressedEmbeds: [],
    acceptedAtMs: world.clock.now(),
    nonce,
    visibleTo,
    isUnseen,
    edits: [],
  };
  world.messages.set(message.id, message);
  if (nonce !== null) {
    forgetOldNonces(world);
    world.nonces.set(nonceKey(message.authorId, message.channelId, nonce), {
      messageId: message.id,
      atMs: message.acceptedAtMs,
    });
  }
  const channel = world.channels.get(message.channelId);
  if (visibleTo === null && channel !== undefined) {
    const history = world.history.get(channel.id) ?? [];
    history.push(message);
    world.history.set(channel.id, history);
    channel.lastMessageId = message.id;
  }
  announce(world, 'created', message);
  return message;
}

const isSuppressed = ({ flags }: APIMessage): boolean => ((flags ?? 0) & MessageFlags.SuppressEmbeds) !== 0;

/** discord-api-docs #1389: a message with SUPPRESS_EMBEDS has no embeds; they come back when the flag is cleared. */
function suppress(message: StoredMessage, edited: APIMessage): APIMessage {
  const embeds = edited.embeds.length === 0 ? message.suppressedEmbeds : edited.embeds;
  if (!isSuppressed(edited) && !isSuppressed(message.payload)) return edited;
  message.suppressedEmbeds = isSuppressed(edited) ? embeds : [];
  return { ...edited, embeds: isSuppressed(edited) ? [] : embeds };
}

/** Replaces a message's payload with the edited one. */
export function editMessage(world: World, message: StoredMessage, payload: APIMessage): void {
  message.edits.push({ atMs: world.clock.now(), before: message.payload });
  message.payload = suppress(message, payload);
  announce(world, 'edited', message);
}

/** Deletes a message. Its nonce stays known, as on Discord. */
export function removeMessage(world: World, message: StoredMessage): void {
  world.messages.delete(message.id);
  const history = world.history.get(message.channelId);
  const index = history?.indexOf(message) ?? -1;
  if (index >= 0) {
    history?.splice(index, 1);
  }
  announce(world, 'deleted', message);
}

/** The id of the message already posted under a nonce within the window, if any. */
export function messageIdOfNonce(
  world: World,
  author: string,
  channel: ChannelRecord,
  nonce: string,
): string | null {
  const key = nonceKey(author, channel.id, nonce);
  const known = world.nonces.get(key);
  if (known === undefined) {
    return null;
  }
  if (world.clock.now() - known.atMs > world.nonceWindowMs) {
    world.nonces.delete(key);
    return null;
  }
  return known.messageId;
}
