import {
  type APIApplicationCommand,
  ApplicationCommandType,
  PermissionFlagsBits as Bits,
  ChannelType,
} from 'discord-api-types/v10';
import { channelsOf } from '../state/channels.ts';
import { directMessagesOf } from '../state/direct-messages.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import { isPinged } from '../state/pings.ts';
import type { ChannelRecord, GuildRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { visibleCommands } from './find-command.ts';

/** A server as one of its members sees it. */
export interface VisibleGuild {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** The visible text and voice channels in display order, each followed by its threads. */
  readonly channels: readonly VisibleChannel[];
}

export type VisibleChannelKind = 'text' | 'announcement' | 'voice' | 'thread' | 'private-thread' | 'direct';

export interface VisibleChannel {
  readonly id: string;
  /** Of a direct message, the other user's name. */
  readonly name: string;
  readonly kind: VisibleChannelKind;
  /** A thread's parent channel. */
  readonly parentId: string | null;
  readonly archived: boolean;
  /** Whether the user may write, and so run commands, there; never in an archived thread. */
  readonly canSend: boolean;
  readonly lastMessageId: string | null;
}

/** What a user's Discord client shows. It contains nothing that the user may not see. */
export interface PersonView {
  guilds(): readonly VisibleGuild[];
  /** Direct messages with bots, oldest channel first. */
  directMessages(): readonly VisibleChannel[];
  /** Whether the user can view the channel. */
  canViewChannel(channelId: string): boolean;
  /** Whether the message is, or was, visible to the user. */
  canSeeMessage(message: StoredMessage): boolean;
  /** The visible messages of a channel, ephemeral ones included, oldest first. */
  messages(channelId: string): readonly StoredMessage[];
  /** Whether the message mentioned the user when it was created. */
  isPinged(message: StoredMessage): boolean;
  /** The slash commands that the user sees in a channel. */
  commands(channelId: string): readonly APIApplicationCommand[];
  /** Whether the user accepts direct messages from members of shared servers. */
  acceptsDirectMessages(): boolean;
  /** Whether the user's account has the application. */
  hasApplication(applicationId: string): boolean;
  /** The commands in the menu of a message in a channel (Apps). */
  messageCommands(channelId: string): readonly APIApplicationCommand[];
}

const KINDS: ReadonlyMap<ChannelType, VisibleChannelKind> = new Map([
  [ChannelType.GuildText, 'text'],
  [ChannelType.GuildAnnouncement, 'announcement'],
  [ChannelType.GuildVoice, 'voice'],
  [ChannelType.PublicThread, 'thread'],
  [ChannelType.AnnouncementThread, 'thread'],
  [ChannelType.PrivateThread, 'private-thread'],
  [ChannelType.DM, 'direct'],
]);

/** The view of a user, who may be in no server. */
export function createPersonView(world: World, userId: string): PersonView {
  const hasPermission = (channel: ChannelRecord, needed: bigint): boolean =>
    allows(channelPermissions(world, channel, userId), needed);

  function visible(channelId: string): ChannelRecord | null {
    const channel = world.channels.get(channelId);
    return channel !== undefined && hasPermission(channel, Bits.ViewChannel) ? channel : null;
  }

  function canSeeMessage({ channelId, visibleTo, isUnseen }: StoredMessage): boolean {
    return !isUnseen && (visibleTo === null || visibleTo === userId) && visible(channelId) !== null;
  }

  function toVisibleChannel(channel: ChannelRecord, name: string): VisibleChannel {
    const { id, thread, type, lastMessageId } = channel;
    const send = thread === null ? Bits.SendMessages : Bits.SendMessagesInThreads;
    const archived = thread?.archived === true;
    return {
      id,
      name,
      kind: KINDS.get(type) ?? 'text',
      parentId: thread === null ? null : channel.parentId,
      archived,
      canSend: !archived && hasPermission(channel, send | Bits.UseApplicationCommands),
      lastMessageId,
    };
  }

  function toVisibleGuild(guild: GuildRecord): VisibleGuild {
    const all = channelsOf(world, guild.id).filter((channel) => hasPermission(channel, Bits.ViewChannel));
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
      channels: channels.map((channel) => toVisibleChannel(channel, channel.name)),
    };
  }

  function commandsOfType(channelId: string, type: ApplicationCommandType): APIApplicationCommand[] {
    const channel = visible(channelId);
    return channel === null
      ? []
      : visibleCommands(world, { channel, userId }, type).map(({ command }) => command.payload);
  }

  return {
    guilds: () =>
      [...world.guilds.values()]
        .filter(({ members }) => members.has(userId))
        .map((guild) => toVisibleGuild(guild)),
    directMessages: () =>
      directMessagesOf(world, userId).map((channel) => {
        const other = channel.recipientIds.find((id) => id !== userId) ?? userId;
        return toVisibleChannel(channel, world.users.get(other)?.username ?? other);
      }),
    canViewChannel: (channelId) => visible(channelId) !== null,
    canSeeMessage: canSeeMessage,
    messages: (channelId) =>
      [...world.messages.values()].filter(
        (message) => message.channelId === channelId && canSeeMessage(message),
      ),
    isPinged: (message) => isPinged(world, message, userId),
    acceptsDirectMessages: () => !world.rejectingDirectMessages.has(userId),
    hasApplication: (applicationId) =>
      world.applications.get(applicationId)?.accountInstalls.has(userId) === true,
    commands: (channelId) => commandsOfType(channelId, ApplicationCommandType.ChatInput),
    messageCommands: (channelId) => commandsOfType(channelId, ApplicationCommandType.Message),
  };
}
