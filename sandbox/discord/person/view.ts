import { type APIApplicationCommand, PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { channelsOf } from '../state/channels.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { ChannelRecord, GuildRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { shownCommands } from './find-command.ts';

/** A server as one of its members sees it. */
export interface SeenGuild {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** Text channels that they may view, in the order of the list. */
  readonly channels: readonly SeenChannel[];
}

export interface SeenChannel {
  readonly id: string;
  readonly name: string;
  readonly canSend: boolean;
  readonly lastMessageId: string | null;
}

/** What someone's Discord shows them, wherever they look. Nothing that they may not see is in it. */
export interface PersonView {
  guilds(): readonly SeenGuild[];
  /** Whether there is such a channel for them. */
  seesChannel(channelId: string): boolean;
  /** Whether the message is, or was, in a channel that they view, and for their eyes. */
  sees(message: StoredMessage): boolean;
  /** What they see in a channel, ephemeral answers to them among it, oldest first. */
  messages(channelId: string): readonly StoredMessage[];
  /** The slash commands that are offered to them in a channel. */
  commands(channelId: string): readonly APIApplicationCommand[];
}

const TEXT_CHANNELS: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];

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

  function seenGuild(guild: GuildRecord): SeenGuild {
    const channels = channelsOf(world, guild.id)
      .filter((channel) => TEXT_CHANNELS.includes(channel.type) && may(channel, Bits.ViewChannel))
      .sort((a, b) => a.position - b.position);
    return {
      id: guild.id,
      name: guild.name,
      roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name })),
      channels: channels.map((channel) => ({
        id: channel.id,
        name: channel.name,
        canSend: may(channel, Bits.SendMessages | Bits.UseApplicationCommands),
        lastMessageId: channel.lastMessageId,
      })),
    };
  }

  return {
    guilds: () =>
      [...world.guilds.values()]
        .filter(({ members }) => members.has(userId))
        .map((guild) => seenGuild(guild)),
    seesChannel: (channelId) => visible(channelId) !== null,
    sees: seesMessage,
    messages: (channelId) =>
      [...world.messages.values()].filter(
        (message) => message.channelId === channelId && seesMessage(message),
      ),
    commands(channelId) {
      const channel = visible(channelId);
      return channel === null ? [] : shownCommands(world, channel, userId).map(({ payload }) => payload);
    },
  };
}
