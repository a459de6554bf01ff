import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import type { ChannelRecord, GuildRecord } from './records.ts';
import type { World } from './world.ts';

/** Every permission that Discord knows. */
const ALL_PERMISSIONS: bigint = Object.values(Bits).reduce((all, bit) => all | bit, 0n);

/** The permissions of a new server's @everyone. */
export const EVERYONE_PERMISSIONS: bigint =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.SendMessagesInThreads |
  Bits.CreatePublicThreads |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.AddReactions |
  Bits.UseExternalEmojis |
  Bits.ReadMessageHistory |
  Bits.UseApplicationCommands |
  Bits.UseExternalApps |
  Bits.ChangeNickname |
  Bits.CreateInstantInvite |
  Bits.Connect |
  Bits.Speak;

/** A user's permissions in a direct message. */
const DIRECT_MESSAGE_PERMISSIONS: bigint =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.ReadMessageHistory |
  Bits.AddReactions |
  Bits.UseExternalEmojis |
  Bits.UseApplicationCommands |
  Bits.MentionEveryone;

/** What is lost together with Send Messages (Discord docs: Permissions, implicit permissions). */
const NEEDS_SEND: bigint = Bits.MentionEveryone | Bits.SendTTSMessages | Bits.AttachFiles | Bits.EmbedLinks;

/** A member's permissions in a server, before any channel's overwrites; none for non-members. */
export function guildPermissions(guild: GuildRecord, userId: string): bigint {
  const member = guild.members.get(userId);
  if (member === undefined) {
    return 0n;
  }
  if (guild.ownerId === userId) {
    return ALL_PERMISSIONS;
  }
  let permissions = BigInt(guild.roles.get(guild.id)?.permissions ?? '0');
  for (const roleId of member.roleIds) {
    permissions |= BigInt(guild.roles.get(roleId)?.permissions ?? '0');
  }
  return (permissions & Bits.Administrator) === 0n ? permissions : ALL_PERMISSIONS;
}

function withOverwrites(
  permissions: bigint,
  guild: GuildRecord,
  channel: ChannelRecord,
  userId: string,
): bigint {
  const everyone = channel.overwrites.get(guild.id);
  let result = (permissions & ~(everyone?.deny ?? 0n)) | (everyone?.allow ?? 0n);
  let allow = 0n;
  let deny = 0n;
  for (const roleId of guild.members.get(userId)?.roleIds ?? []) {
    const overwrite = channel.overwrites.get(roleId);
    allow |= overwrite?.allow ?? 0n;
    deny |= overwrite?.deny ?? 0n;
  }
  result = (result & ~deny) | allow;
  const own = channel.overwrites.get(userId);
  return (result & ~(own?.deny ?? 0n)) | (own?.allow ?? 0n);
}

/** What a timed-out member keeps (Discord docs: Permissions for Timed Out Members). */
function duringTimeOut(world: World, guild: GuildRecord, userId: string, permissions: bigint): bigint {
  const until = guild.members.get(userId)?.timedOutUntilMs ?? null;
  const isTimedOut = until !== null && until > world.clock.now();
  return isTimedOut ? permissions & (Bits.ViewChannel | Bits.ReadMessageHistory) : permissions;
}

/** A private thread is visible to its members, and to those with Manage Threads. */
function isClosedTo({ type, thread }: ChannelRecord, userId: string): boolean {
  return type === ChannelType.PrivateThread && thread !== null && !thread.memberIds.has(userId);
}

/**
 * A user's permissions in a channel: owner, @everyone, roles, overwrites, administrator, and implicit denials
 * without View Channel or Send Messages (Discord docs: Permissions). A thread has its channel's overwrites, and
 * a private one is visible to its members alone.
 */
export function channelPermissions(world: World, channel: ChannelRecord, userId: string): bigint {
  if (channel.guildId === null) {
    return channel.recipientIds.includes(userId) ? DIRECT_MESSAGE_PERMISSIONS : 0n;
  }
  const guild = world.guilds.get(channel.guildId);
  if (guild === undefined) {
    return 0n;
  }
  const base = guildPermissions(guild, userId);
  if ((base & Bits.Administrator) !== 0n) {
    return ALL_PERMISSIONS;
  }
  const parent = channel.thread === null ? channel : world.channels.get(channel.parentId ?? '');
  const permissions = duringTimeOut(
    world,
    guild,
    userId,
    withOverwrites(base, guild, parent ?? channel, userId),
  );
  if (
    (permissions & Bits.ViewChannel) === 0n ||
    ((permissions & Bits.ManageThreads) === 0n && isClosedTo(channel, userId))
  ) {
    return 0n;
  }
  const send = channel.thread === null ? Bits.SendMessages : Bits.SendMessagesInThreads;
  return (permissions & send) === 0n ? permissions & ~NEEDS_SEND : permissions;
}

/** Whether a permission set contains all of `needed`. */
export function allows(permissions: bigint, needed: bigint): boolean {
  return (permissions & needed) === needed;
}
