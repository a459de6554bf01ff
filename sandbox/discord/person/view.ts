import { type APIApplicationCommand, PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { channelsOf, directMessagesOf } from '../state/channels.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import { isPinged } from '../state/pings.ts';
import type { ChannelRecord, GuildRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { shownCommands } from './find-command.ts';

/** A server as one of its members sees it. */
export interface SeenGuild {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** Text channels that they may view, in the order of the list, each with its threads behind it. */
  readonly channels: readonly SeenChannel[];
}

export type SeenKind = 'text' | 'announcement' | 'thread' | 'private-thread' | 'direct';

export interface SeenChannel {
  readonly id: string;
  /** Of a direct message, who it is with. */
  readonly name: string;
  readonly kind: SeenKind;
  /** The channel that a thread is below. */
  readonly parentId: string | null;
  readonly archived: boolean;
  /** Whether they may write, and so run commands, there: in an archived thread nobody does. */
  readonly canSend: boolean;
  readonly lastMessageId: string | null;
}

/** What someone's Discord shows them, wherever they look. Nothing that they may not see is in it. */
export interface PersonView {
  guilds(): readonly SeenGuild[];
  /** Their conversations with bots, in the order in which they began. */
  directMessages(): readonly SeenChannel[];
  /** Whether there is such a channel for them. */
  seesChannel(channelId: string): boolean;
  /** Whether the message is, or was, in a channel that they view, and for their eyes. */
  sees(message: StoredMessage): boolean;
  /** What they see in a channel, ephemeral answers to them among it, oldest first. */
  messages(channelId: string): readonly StoredMessage[];
  /** Whether the message pinged them when it came. */
  isPinged(message: StoredMessage): boolean;
  /** The slash commands that are offered to them in a channel. */
  commands(channelId: string): readonly APIApplicationCommand[];
}

const KINDS: ReadonlyMap<ChannelType, SeenKind> = new Map([
  [ChannelType.GuildText, 'text'],
  [ChannelType.GuildAnnouncement, 'announcement'],
  [ChannelType.PublicThread, 'thread'],
  [ChannelType.AnnouncementThread, 'thread'],
  [ChannelType.PrivateThread, 'private-thread'],
  [ChannelType.DM, 'direct'],
]);

/** The view of a user, also of one who is in no server. */
export function createPersonView(world: World, userId: string): PersonView {
  const may = (channel: ChannelRecord, needed: bigint): boolean =>
    allows(channelPermissions(world, channel, userId), needed);

  function visible(channelId: string): ChannelRecord | null {
    const channel = world.channels.get(channelId);
    return channel !== undefined && may(channel, Bits.ViewChannel) ? channel : null;
  }

  function seesMessage({ channelId, visibleTo }: StoredMessage): boolean {
    return (visibleTo === null || visibleTo === userId) && visible(channelId) !== null;
  }

  function seenChannel(channel: ChannelRecord, name: string): SeenChannel {
    const { id, thread, type, lastMessageId } = channel;
    const send = thread === null ? Bits.SendMessages : Bits.SendMessagesInThreads;
    const archived = thread?.archived === true;
    return {
      id,
      name,
      kind: KINDS.get(type) ?? 'text',
      parentId: thread === null ? null : channel.parentId,
      archived,
      canSend: !archived && may(channel, send | Bits.UseApplicationCommands),
      lastMessageId,
    };
  }

  function seenGuild(guild: GuildRecord): SeenGuild {
    const all = channelsOf(world, guild.id).filter((channel) => may(channel, Bits.ViewChannel));
    const channels = all
      .filter(({ type, thread }) => thread === null && KINDS.has(type))
      .sort((a, b) => a.position - b.position)
      .flatMap((channel) => [
        channel,
        ...all.filter(({ thread, parentId }) => thread !== null && parentId === channel.id),
      ]);
    return {
      id: guild.id,
      name: guild.name,
      roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name })),
      channels: channels.map((channel) => seenChannel(channel, channel.name)),
    };
  }

  return {
    guilds: () =>
      [...world.guilds.values()]
        .filter(({ members }) => members.has(userId))
        .map((guild) => seenGuild(guild)),
    directMessages: () =>
      directMessagesOf(world, userId).map((channel) => {
        const other = channel.recipientIds.find((id) => id !== userId) ?? userId;
        return seenChannel(channel, world.users.get(other)?.username ?? other);
      }),
    seesChannel: (channelId) => visible(channelId) !== null,
    sees: seesMessage,
    messages: (channelId) =>
      [...world.messages.values()].filter(
        (message) => message.channelId === channelId && seesMessage(message),
      ),
    isPinged: (message) => isPinged(world, message, userId),
    commands(channelId) {
      const channel = visible(channelId);
      return channel === null ? [] : shownCommands(world, channel, userId).map(({ payload }) => payload);
    },
  };
}
