import type { Writer } from '../writer.ts';

/** Permissions of members and of the bot. Channels and roles are mentions. */
export const permissionMessages = ({ text, command }: Writer) => ({
  /** English names in Discord's settings. */
  names: {
    'View Channel': text`View Channel`,
    'Attach Files': text`Attach Files`,
    'Embed Links': text`Embed Links`,
    'Send Messages': text`Send Messages`,
    'Send Messages in Threads': text`Send Messages in Threads`,
    'Manage Threads': text`Manage Threads`,
    'Read Message History': text`Read Message History`,
    Connect: text`Connect`,
    'Manage Channels': text`Manage Channels`,
  },
  quoted: (name: string) => text`“${name}”`,

  needManageServer: text`You need the “Manage Server” permission in this server.`,
  needManageServerOrRole: (role: string) =>
    text`You need the “Manage Server” permission or the ${role} role in this server.`,
  noSuchChannel: text`Channel not found. Choose a channel that you can see and write in. If it is a closed thread, open it first.`,
  memberMayNotPing: (role: string, channel: string) =>
    text`You can’t ping ${role} in ${channel}. Ask someone who can, or allow everyone to mention the role (Server Settings → Roles).`,
  memberMayNotWrite: (channel: string) => text`You can’t send messages in ${channel}. Ask someone who can.`,

  channelUnknown: (channel: string) =>
    text`I can’t find ${channel}. It was deleted, or it is a closed thread. Open the thread, or choose another channel.`,
  channelUnknownShort: text`I can’t find the channel: it was deleted, or it is a closed thread that the next alert will reopen`,
  outsidePrivateThread: (channel: string) =>
    text`I’m not in the private thread ${channel}. Mention me there to add me, or give me “Manage Threads” in its parent channel, then try again.`,
  /** @param permissions a list of them, quoted, here and below */
  botMayNotPost: (channel: string, permissions: string) =>
    text`I can’t post in ${channel}. Give me ${permissions} there (Edit Channel → Permissions), then try again.`,
  botMayNotPostShort: (permissions: string) => text`I can’t post there: give me ${permissions}`,
  botMayNotPing: (role: string, channel: string) =>
    text`I can’t ping ${role}. Allow everyone to mention it (Server Settings → Roles), or give me “Mention @everyone, @here, and All Roles” in ${channel}.`,
  channelHidden: text`I can’t see that channel. Give me “View Channel” there.`,
  historyHidden: (channel: string) =>
    text`I can’t check whether my last message in ${channel} was posted. Give me “Read Message History” there, or answer in ${command('alerts health')}.`,

  adviceReadHistory: text`Recommended: “Read Message History”. Without it, I can’t check whether a message was posted, and alerts may wait for your answer.`,
  adviceMentionRoles: text`Recommended: “Mention @everyone, @here, and All Roles”. Without it, I can only ping roles that everyone may mention.`,
  adviceAttachFiles: text`Recommended: “Attach Files”. Without it, these alerts have no charts.`,
});
