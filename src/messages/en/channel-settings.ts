import type { Writer } from '../writer.ts';

/**
 * `/alerts channel`: how alerts are posted in a channel. Channels and roles are mentions, times of day look like
 * `22:00`.
 */
export const channelSettingMessages = ({ text, count, command }: Writer) => ({
  title: (channel: string) => text`**Alert settings for ${channel}**`,
  pings: (who: string) => text`Pings: ${who}`,
  nobody: text`nobody`,
  pingFrom: (role: string, price: string) => text`${role} from ${price}`,
  /** @param ping whom alerts ping, and from which price */
  pingAtMost: (ping: string, minutes: number) =>
    text`${ping}, at most once in ${count(minutes, { one: 'minute', other: 'minutes' })}`,
  look: {
    auto: text`Look: by type (large for sales, mints, auctions)`,
    compact: text`Look: compact (two lines, no picture)`,
    normal: text`Look: normal (small picture)`,
    big: text`Look: big (large picture)`,
  },
  auctions: {
    messages: text`Auctions: a card, and a short message when one ends soon or has ended`,
    card: text`Auctions: card only, no further messages`,
  },
  published: text`Published to followers: yes, about 10 per hour (Discord’s limit). Auction cards show no bids and are edited only at the end`,
  notPublished: text`Published to followers: no`,
  quietHours: (from: string, to: string, timeZone: string) =>
    text`Quiet hours: ${from} to ${to} (${timeZone}), then one summary`,
  noQuietHours: text`Quiet hours: none`,
  limit: (messages: number) =>
    text`Limit: ${count(messages, { one: 'message', other: 'messages' })} per hour, the rest in summaries`,
  noLimit: text`Limit: none`,
  changed: text`✅ Saved.`,

  pingRole: text`Role to ping`,
  choosePingRole: text`Role to ping (empty: nobody)`,
  chooseSwitches: text`More options`,
  publish: text`Publish to followers of this channel`,
  cardOnly: text`Auctions: card only`,
  more: text`Pings, quiet hours, limit`,
  toDefault: text`Reset to default`,
  modalTitle: text`Pings, quiet hours, limit`,
  /** Labels have at most 45 characters, their descriptions 100. */
  fields: {
    ping_minimum: {
      label: text`Minimum price for a ping`,
      about: text`For example 100. Leave empty for every alert`,
    },
    ping_cooldown: { label: text`Minutes between pings`, about: text`0 to 1,440. Leave empty for no pause` },
    quiet_from: {
      label: text`Start of quiet hours`,
      about: text`For example 22:00, in the server’s time zone. Leave empty for none`,
    },
    quiet_to: { label: text`End of quiet hours`, about: text`For example 08:00. Leave empty for none` },
    hourly_limit: { label: text`Messages per hour`, about: text`1 to 1,000. Leave empty for no limit` },
  },
  roleDeleted: text`⚠ The role was deleted, so nobody is pinged. Choose another in **ping_role**, or use \`reset: pings\`.`,

  /** Names of options, here and below. */
  whoIsPinged: (role: string) => text`Choose a role to ping in **${role}**.`,
  notEveryone: text`@everyone can’t be pinged. Choose a role that people can leave.`,
  bothQuietHours: (from: string, to: string) =>
    text`Quiet hours need both **${from}** and **${to}**, for example 22:00 and 08:00.`,
  sameQuietHours: (from: string, to: string) =>
    text`**${from}** and **${to}** are the same time. To pause all alerts, use ${command('alerts pause')}.`,
  writeTime: text`Enter a time like 22:00 or 7:30.`,
  noAnnouncementChannel: (channel: string) =>
    text`${channel} is not an announcement channel, so it has no followers. Leave **publish** out.`,
});
