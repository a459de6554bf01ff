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
  },
  quoted: (name: string) => text`“${name}”`,

  needManageServer: text`You need the permission “Manage Server” in this server to do that.`,
  needManageServerOrRole: (role: string) =>
    text`You need the permission “Manage Server” or the role ${role} in this server to do that.`,
  noSuchChannel: text`There is no such channel. Choose one that you can see and write in; a closed thread has to be opened first.`,
  memberMayNotPing: (role: string, channel: string) =>
    text`You may not ping ${role} in ${channel}, so I do not do it for you. Ask somebody who may, or have everyone be allowed to mention it (Server settings → Roles).`,
  memberMayNotWrite: (channel: string) =>
    text`You may not write in ${channel}, so I post nothing there for you. Ask somebody who may.`,

  channelUnknown: (channel: string) =>
    text`I do not see ${channel}: it was deleted, or it is a closed thread. Open the thread again, or choose another channel.`,
  channelUnknownShort: text`I do not see the channel: deleted, or a closed thread, which the next alert opens`,
  outsidePrivateThread: (channel: string) =>
    text`I am not in the private thread ${channel}. Mention me there, which adds me, or give me “Manage Threads” in its channel, then try again.`,
  /** @param permissions a list of them, quoted, here and below */
  botMayNotPost: (channel: string, permissions: string) =>
    text`I cannot post in ${channel} yet. Give me ${permissions} there (channel settings → Permissions), then try again.`,
  botMayNotPostShort: (permissions: string) => text`I cannot post there: give me ${permissions}`,
  botMayNotPing: (role: string, channel: string) =>
    text`I may not ping ${role}. Allow everyone to mention it (Server settings → Roles), or give me “Mention @everyone, @here, and All Roles” in ${channel}.`,
  channelHidden: text`I cannot see that channel. Give me “View Channel” there first.`,
  historyHidden: (channel: string) =>
    text`I do not know whether my last message in ${channel} arrived, and may not look. Give me “Read Message History” there, and I go on by myself, or say in ${command('alerts health')} whether it did.`,

  adviceReadHistory: text`It is good to give me “Read Message History” there. Without it, I cannot look whether an alert arrived when Discord’s answer is lost, and the channel waits until you say it.`,
  adviceMentionRoles: text`It is good to give me “Mention @everyone, @here, and All Roles” there. Without it, a role that not everyone may mention is named, but nobody is notified.`,
  adviceAttachFiles: text`It is good to give me “Attach Files” there. Without it, these alerts come without their charts.`,
});
