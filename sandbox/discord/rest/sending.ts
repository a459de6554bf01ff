import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { directMessageRefusal } from '../state/direct-messages.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord } from '../state/records.ts';
import { joinThread, setThreadState } from '../state/threads.ts';
import type { World } from '../state/world.ts';
import { cannotMessageUser, noCommonServer, notInThisChannel, threadLocked } from './errors.ts';
import { requireChannelPermissions } from './permission-checks.ts';

const NON_TEXT_TYPES: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildCategory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
]);

/** The author's permissions that decide what becomes of a message. */
export function messagePermissions(world: World, channel: ChannelRecord, userId: string) {
  const permissions = channelPermissions(world, channel, userId);
  return {
    embedLinks: allows(permissions, Bits.EmbedLinks),
    mentionEveryone: allows(permissions, Bits.MentionEveryone),
  };
}

function requireOpenDirectMessages(world: World, channel: ChannelRecord, caller: ApplicationRecord): void {
  for (const userId of channel.recipientIds.filter((id) => id !== caller.botId)) {
    const refusal = directMessageRefusal(world, caller, userId);
    if (refusal !== null) throw refusal === 'closed' ? cannotMessageUser() : noCommonServer();
  }
}

/**
 * Checks whether the bot may post in the channel. Throws 50008 in a channel without text, 50007 where the user
 * accepts no direct messages or blocked the bot, 50278 where they share no server, 50013 without the permission (in
 * threads that of threads), 160005 in a locked thread.
 */
export function requireSendAccess(
  world: World,
  caller: ApplicationRecord,
  channel: ChannelRecord,
  withFiles: boolean,
): void {
  if (NON_TEXT_TYPES.has(channel.type)) {
    throw notInThisChannel();
  }
  if (channel.guildId === null) {
    requireOpenDirectMessages(world, channel, caller);
  }
  const { thread } = channel;
  requireChannelPermissions(
    world,
    caller,
    channel,
    thread === null ? Bits.SendMessages : Bits.SendMessagesInThreads,
  );
  if (withFiles) {
    requireChannelPermissions(world, caller, channel, Bits.AttachFiles);
  }
  const isModerator = allows(channelPermissions(world, channel, caller.botId), Bits.ManageThreads);
  if (thread?.locked === true && !isModerator) {
    throw threadLocked();
  }
}

/** Posting in a thread joins and unarchives it (Discord docs: Threads). */
export function reopenThread(world: World, channel: ChannelRecord, caller: ApplicationRecord): void {
  if (channel.thread === null) {
    return;
  }
  setThreadState(world, channel, { archived: false });
  joinThread(world, channel, caller.botId);
}
