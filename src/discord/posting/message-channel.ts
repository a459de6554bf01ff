import type { QueueTarget } from '#src/store/model/channel-facts.ts';

/** Stands for the server in the URL of a direct message. */
const DIRECT_MESSAGES = '@me';

/** Returns the channel with the messages of a target; `null` for a user whose direct messages are not open yet. */
export const channelOfTarget = (channelId: string, { person }: QueueTarget): string | null =>
  person === null ? channelId : person.directChannelId;

/** Returns the URL that opens a message of a target in Discord; `null` if it is not known. */
export function messageUrlIn(channelId: string, target: QueueTarget, messageId: string): string | null {
  const messageChannelId = channelOfTarget(channelId, target);
  const guildId = target.person === null ? target.guildId : DIRECT_MESSAGES;
  return messageChannelId === null || guildId === null
    ? null
    : messageUrl(guildId, messageChannelId, messageId);
}

/** Where Discord's own programs show a message. */
export const messageUrl = (guildId: string, channelId: string, messageId: string): string =>
  `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
