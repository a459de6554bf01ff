import { PermissionFlagsBits as Bits, OAuth2Scopes } from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';

/** A permission that the bot uses. */
export interface Permission {
  readonly bit: bigint;
  /** Name in Discord's English settings. */
  readonly name: keyof Messages['permissions']['names'];
}

const VIEW: Permission = { bit: Bits.ViewChannel, name: 'View Channel' };
/** Without it, Discord refuses a message that consists of embeds, and removes embeds from other messages. */
export const EMBED_LINKS: Permission = { bit: Bits.EmbedLinks, name: 'Embed Links' };
const SEND: Permission = { bit: Bits.SendMessages, name: 'Send Messages' };
const SEND_IN_THREAD: Permission = { bit: Bits.SendMessagesInThreads, name: 'Send Messages in Threads' };
/** Required to write in a locked thread, and in a private one that the bot was not added to. */
export const MANAGE_THREADS: Permission = { bit: Bits.ManageThreads, name: 'Manage Threads' };

/**
 * Required for the charts of alerts; without it, alerts are posted without charts. Answers to commands do not need it.
 */
export const ATTACH_FILES: Permission = { bit: Bits.AttachFiles, name: 'Attach Files' };

/** Required to check whether an alert was posted. */
export const READ_HISTORY: Permission = { bit: Bits.ReadMessageHistory, name: 'Read Message History' };

/**
 * Formats a list of permissions: `“View Channel” and “Send Messages”`.
 * @param names English names in Discord's settings
 */
export function permissionList(names: readonly string[], { permissions, writer }: Messages): string {
  const known: Readonly<Record<string, string>> = permissions.names;
  return writer.list(
    names.map((name) => permissions.quoted(known[name] ?? name)),
    'and',
  );
}

/**
 * Required to rename a voice channel. Without Connect, Discord refuses every change of one with Missing Access
 * (discord-api-docs#1522, discord.js#6617).
 */
export const NEEDED_FOR_TICKERS: readonly Permission[] = [
  VIEW,
  { bit: Bits.Connect, name: 'Connect' },
  { bit: Bits.ManageChannels, name: 'Manage Channels' },
];

/** Type of a channel for alerts. */
export type ChannelKind = 'channel' | 'thread' | 'locked thread' | 'private thread of others';

function permissionsToSend(kind: ChannelKind): readonly Permission[] {
  switch (kind) {
    case 'channel':
      return [SEND];
    case 'thread':
      // Send Messages has no effect in threads (Discord docs: Permissions, inherited permissions of threads).
      return [SEND_IN_THREAD];
    case 'locked thread':
    case 'private thread of others':
      // Manage Threads is required to write in a locked thread, and to see a private one without being a member.
      return [SEND_IN_THREAD, MANAGE_THREADS];
    default:
      return kind satisfies never;
  }
}

/** Returns the permissions required to write there, for members and the bot. */
export function neededToWrite(kind: ChannelKind): readonly Permission[] {
  return [VIEW, ...permissionsToSend(kind)];
}

/**
 * Returns the permissions required to post an alert. Publishing the bot's messages in an announcement channel requires
 * no others (Discord docs: Crosspost Message).
 */
export function neededForAlerts(kind: ChannelKind): readonly Permission[] {
  return [...neededToWrite(kind), EMBED_LINKS];
}

/**
 * Permissions in the invite link: those for any channel and unlocked thread, for checking whether an alert was posted,
 * and for charts. Role mentions are left to the server's admins.
 */
export const invitePermissions: readonly Permission[] = [
  ...new Set([...neededForAlerts('channel'), ...neededForAlerts('thread'), READ_HISTORY, ATTACH_FILES]),
];

/** The invite link, with the minimum of permissions (Discord docs: OAuth2, Bot Authorization Flow). */
export function inviteLink(applicationId: string): string {
  const permissions = invitePermissions.reduce((all, { bit }) => all | bit, 0n);
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
    permissions: permissions.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
