import type { QueueTarget } from '#src/store/model/channel-facts.ts';

/** In the address of a message, in the place of the server. */
const DIRECT_MESSAGES = '@me';

/** The channel in which the messages of a target are; `null` for a person whose direct messages are not open yet. */
export const channelOfTarget = (channelId: string, { person }: QueueTarget): string | null =>
  person === null ? channelId : person.directChannelId;

/** Where Discord's own programs show a message of a target; `null` where that is not known. */
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
