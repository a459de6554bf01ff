import type { Writer } from '../writer.ts';

/**
 * `/alerts channel`: how alerts are posted in a channel. Channels and roles are mentions, times of day look like
 * `22:00`.
 */
export const channelSettingMessages = ({ text, count, command }: Writer) => ({
  title: (channel: string) => text`**How alerts come to ${channel}**`,
  pings: (who: string) => text`Pings: ${who}`,
  nobody: text`nobody`,
  pingFrom: (role: string, price: string) => text`${role} from ${price}`,
  /** @param ping whom alerts ping, and from which price */
  pingAtMost: (ping: string, minutes: number) =>
    text`${ping}, at most once in ${count(minutes, { one: 'minute', other: 'minutes' })}`,
  look: {
    compact: text`Look: compact, two lines without a picture`,
    normal: text`Look: normal, with a small picture`,
    big: text`Look: big, with a large picture`,
  },
  auctions: {
    messages: text`Auctions: one card, and a short message when one is about to end or is over`,
    card: text`Auctions: one card, which is edited; no further messages`,
  },
  published: text`Published to servers that follow the channel: yes; Discord takes about 10 an hour. Auction cards show no bids and are edited only at the end`,
  notPublished: text`Published to servers that follow the channel: no`,
  quietHours: (from: string, to: string, timeZone: string) =>
    text`Quiet hours: from ${from} to ${to} (${timeZone}); what happens then comes as one summary`,
  noQuietHours: text`Quiet hours: none`,
  limit: (messages: number) =>
    text`Limit: ${count(messages, { one: 'message', other: 'messages' })} an hour; what is beyond comes as summaries`,
  noLimit: text`Limit: none`,
  changed: text`✅ Changed.`,

  pingRole: text`Who is pinged`,
  choosePingRole: text`Who is pinged; nobody while nobody is chosen`,
  chooseSwitches: text`What else happens to alerts of this channel`,
  publish: text`Publish to the servers that follow the channel`,
  cardOnly: text`Auctions: only the card, no further messages`,
  more: text`Pings, quiet hours, limit`,
  toDefault: text`Back to the default`,
  modalTitle: text`Pings, quiet hours, limit`,
  /** Labels have at most 45 characters, their descriptions 100. */
  fields: {
    ping_minimum: { label: text`Ping from this price on`, about: text`Such as 100; empty for every alert` },
    ping_cooldown: { label: text`Minutes between two pings`, about: text`0 to 1,440; empty for no pause` },
    quiet_from: {
      label: text`Quiet hours from`,
      about: text`Such as 22:00, in the server’s time zone; empty for none`,
    },
    quiet_to: { label: text`Quiet hours to`, about: text`Such as 08:00; empty for none` },
    hourly_limit: { label: text`Messages an hour`, about: text`1 to 1,000; empty for no limit` },
  },
  roleDeleted: text`⚠ That role was deleted, so nobody is pinged. Choose another with **ping_role**, or use \`reset: pings\`.`,

  /** Names of options, here and below. */
  whoIsPinged: (role: string) => text`Say with **${role}** who is to be pinged.`,
  notEveryone: text`Who is pinged cannot be everyone. Choose a role that people may leave again.`,
  bothQuietHours: (from: string, to: string) =>
    text`Quiet hours need both **${from}** and **${to}**, such as 22:00 and 08:00.`,
  sameQuietHours: (from: string, to: string) =>
    text`**${from}** and **${to}** are the same time. To hold everything back, use ${command('alerts pause')}.`,
  writeTime: text`Write a time like 22:00 or 7:30.`,
  noAnnouncementChannel: (channel: string) =>
    text`${channel} is no announcement channel, and only those can be followed by other servers. Leave **publish** out.`,
});
