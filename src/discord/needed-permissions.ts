import { PermissionFlagsBits as Bits } from 'discord.js';

/** A permission that the bot uses. */
export interface Permission {
  readonly bit: bigint;
  /** As Discord's settings call it. */
  readonly name: string;
}

const VIEW: Permission = { bit: Bits.ViewChannel, name: 'View Channel' };
const EMBED: Permission = { bit: Bits.EmbedLinks, name: 'Embed Links' };
const SEND: Permission = { bit: Bits.SendMessages, name: 'Send Messages' };
const SEND_IN_THREAD: Permission = { bit: Bits.SendMessagesInThreads, name: 'Send Messages in Threads' };
/** What writing in a locked thread needs, and in a private one that the bot was not added to. */
export const MANAGE_THREADS: Permission = { bit: Bits.ManageThreads, name: 'Manage Threads' };

/** What looking needs whether an alert arrived. */
export const READ_HISTORY: Permission = { bit: Bits.ReadMessageHistory, name: 'Read Message History' };

/** Where alerts are to be posted. */
export type PostingPlace = 'channel' | 'thread' | 'locked thread' | 'private thread of others';

function sending(place: PostingPlace): readonly Permission[] {
  switch (place) {
    case 'channel':
      return [SEND];
    case 'thread':
      // There Send Messages means nothing (Discord docs: Permissions, inherited permissions of threads).
      return [SEND_IN_THREAD];
    case 'locked thread':
    case 'private thread of others':
      // Only those who manage threads write in a locked one, and see a private one that they are not in.
      return [SEND_IN_THREAD, MANAGE_THREADS];
    default:
      return place satisfies never;
  }
}

/** What writing there needs, for people as for the bot. */
export function neededToWrite(place: PostingPlace): readonly Permission[] {
  return [VIEW, ...sending(place)];
}

/**
 * What posting an alert needs. Publishing one's own messages in an announcement channel needs no more than that
 * (Discord docs: Crosspost Message).
 */
export function neededForAlerts(place: PostingPlace): readonly Permission[] {
  return [...neededToWrite(place), EMBED];
}

/**
 * The least that the bot is invited with: what it needs in any channel and thread that is not locked, and to look whether
 * an alert arrived. Files are attached to answers only, which need no permission of the bot; roles that not everyone may
 * mention are for the server to allow.
 */
export const invitedWith: readonly Permission[] = [
  ...new Set([...neededForAlerts('channel'), ...neededForAlerts('thread'), READ_HISTORY]),
];
