import { ChannelType, GatewayIntentBits } from 'discord-api-types/v10';
import { channelPayload } from '../wire/channel.ts';
import type { ChannelRecord, OverwriteRecord, ThreadRecord } from './records.ts';
import type { World } from './world.ts';

/** The channels and threads of a server, in the order of their creation. */
export function channelsOf(world: World, guildId: string): ChannelRecord[] {
  return [...world.channels.values()].filter((channel) => channel.guildId === guildId);
}

/** Fields of a new channel; everything else has Discord's defaults. */
export interface NewChannel {
  /** A new id by default; a thread that starts from a message has the message's. */
  readonly id?: string;
  readonly guildId: string;
  readonly name: string;
  readonly type?: ChannelType;
  readonly parentId?: string | null;
  readonly topic?: string | null;
  readonly nsfw?: boolean;
  readonly position?: number;
  readonly overwrites?: readonly OverwriteRecord[];
  readonly thread?: ThreadRecord;
}

/** Discord docs: Gateway Events, Thread Create and Thread Delete. */
function threadEvent(
  change: 'CREATE' | 'UPDATE' | 'DELETE',
  channel: ChannelRecord,
  payload: object,
): object {
  const { id, guildId, parentId, type } = channel;
  switch (change) {
    case 'CREATE':
      return { ...payload, newly_created: true };
    case 'DELETE':
      return { id, guild_id: guildId, parent_id: parentId, type };
    case 'UPDATE':
      return payload;
  }
}

function announce(world: World, change: 'CREATE' | 'UPDATE' | 'DELETE', channel: ChannelRecord): void {
  const payload = channelPayload(world, channel);
  const isThread = channel.thread !== null;
  world.dispatches.emit({
    event: isThread ? `THREAD_${change}` : `CHANNEL_${change}`,
    data: isThread ? threadEvent(change, channel, payload) : payload,
    guildId: channel.guildId,
    applicationId: null,
    intents: GatewayIntentBits.Guilds,
    // Bots receive events of channels that they cannot view, but not of such threads.
    ...(isThread ? { channelId: channel.id } : {}),
  });
}

/** Creates a channel in a server and dispatches CHANNEL_CREATE. */
export function addChannel(world: World, fields: NewChannel): ChannelRecord {
  const channel: ChannelRecord = {
    id: fields.id ?? world.nextId(),
    type: fields.type ?? ChannelType.GuildText,
    guildId: fields.guildId,
    name: fields.name,
    topic: fields.topic ?? null,
    position: fields.position ?? channelsOf(world, fields.guildId).length,
    parentId: fields.parentId ?? null,
    nsfw: fields.nsfw ?? false,
    slowModeSeconds: 0,
    overwrites: new Map((fields.overwrites ?? []).map((overwrite) => [overwrite.id, overwrite])),
    lastMessageId: null,
    recipientIds: [],
    thread: fields.thread ?? null,
  };
  world.channels.set(channel.id, channel);
  announce(world, 'CREATE', channel);
  return channel;
}

/** Dispatches a channel's or thread's update to the bots of the server. */
export function dispatchChannelUpdate(world: World, channel: ChannelRecord): void {
  announce(world, 'UPDATE', channel);
}

/** Deletes a channel with its messages and threads, and dispatches it. */
export function removeChannel(world: World, channel: ChannelRecord): void {
  for (const thread of world.channels.values()) {
    if (thread.thread !== null && thread.parentId === channel.id) {
      removeChannel(world, thread);
    }
  }
  if (channel.thread !== null) {
    announce(world, 'DELETE', channel);
  }
  world.channels.delete(channel.id);
  for (const message of world.history.get(channel.id) ?? []) {
    world.messages.delete(message.id);
  }
  world.history.delete(channel.id);
  if (channel.thread === null) {
    announce(world, 'DELETE', channel);
  }
}
