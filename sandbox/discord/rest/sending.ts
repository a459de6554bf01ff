import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord } from '../state/records.ts';
import { joinThread, setThreadState } from '../state/threads.ts';
import type { World } from '../state/world.ts';
import { demandInChannel } from './access.ts';
import { cannotMessageUser, notInThisChannel, threadLocked } from './errors.ts';

const WITHOUT_TEXT: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildCategory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
]);

/** What a message's frame says of its author's rights in the channel. */
export function rightsOf(world: World, channel: ChannelRecord, userId: string) {
  const permissions = channelPermissions(world, channel, userId);
  return {
    embedLinks: allows(permissions, Bits.EmbedLinks),
    mentionEveryone: allows(permissions, Bits.MentionEveryone),
  };
}

function reachesPerson(world: World, channel: ChannelRecord, caller: ApplicationRecord): boolean {
  const people = channel.recipientIds.filter((id) => id !== caller.botId);
  const sharesGuild = [...world.guilds.values()].some(
    ({ members }) => members.has(caller.botId) && people.every((id) => members.has(id)),
  );
  return sharesGuild && !people.some((id) => world.closedToDirectMessages.has(id));
}

/**
 * Throws what Discord refuses a message with before it looks at it: 50008 where there is no text, 50007 where the
 * person takes no direct messages or shares no server, 50013 without the permission (that of threads in threads),
 * 160005 in a locked thread.
 */
export function demandSend(
  world: World,
  caller: ApplicationRecord,
  channel: ChannelRecord,
  withFiles: boolean,
): void {
  if (WITHOUT_TEXT.has(channel.type)) {
    throw notInThisChannel();
  }
  if (channel.guildId === null && !reachesPerson(world, channel, caller)) {
    throw cannotMessageUser();
  }
  const { thread } = channel;
  demandInChannel(world, caller, channel, thread === null ? Bits.SendMessages : Bits.SendMessagesInThreads);
  if (withFiles) {
    demandInChannel(world, caller, channel, Bits.AttachFiles);
  }
  const moderates = allows(channelPermissions(world, channel, caller.botId), Bits.ManageThreads);
  if (thread?.locked === true && !moderates) {
    throw threadLocked();
  }
}

/** Whoever writes in a thread joins it and takes it out of the archive (Discord docs: Threads). */
export function reopenThread(world: World, channel: ChannelRecord, caller: ApplicationRecord): void {
  if (channel.thread === null) {
    return;
  }
  setThreadState(world, channel, { archived: false });
  joinThread(world, channel, caller.botId);
}
