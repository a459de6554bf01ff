import type { Writer } from '../writer.ts';

/**
 * `/alerts channel`: how alerts are posted in a channel. Channels and roles are mentions, times of day look like
 * `22:00`.
 */
export const channelSettingMessages = ({ text, count, command }: Writer) => ({
  title: (channel: string) => text`**Alert settings for ${channel}**`,
  /** The headings of the two columns. */
  notificationsTitle: text`Notifications`,
  messagesTitle: text`Messages`,

  pings: text`Pings`,
  nobody: text`nobody`,
  pingFrom: (role: string, price: string) => text`${role} for ${price} and up`,
  /** @param ping whom alerts ping, and from which price */
  pingAtMost: (ping: string, minutes: number) =>
    minutes === 1
      ? text`${ping}, at most once a minute`
      : text`${ping}, at most once every ${count(minutes, { one: 'minute', other: 'minutes' })}`,
  sound: text`Notify for`,
  sounds: {
    loud: text`all messages`,
    important: text`pings only (other messages are silent)`,
    silent: text`nothing (all messages are silent)`,
  },
  loudFrom: (price: string) => text`pings, and prices of ${price} and up (other messages are silent)`,
  quietHours: text`Quiet hours`,
  quietFrom: (from: string, to: string, timeZone: string) =>
    text`${from} to ${to} (${timeZone}), then one summary`,
  limit: text`Limit`,
  limitOf: (messages: number) =>
    text`${count(messages, { one: 'message', other: 'messages' })} per hour, then summaries`,
  none: text`none`,
  look: text`Look`,
  looks: {
    auto: text`by type (large for sales, mints and auctions)`,
    compact: text`compact (two lines, no picture)`,
    normal: text`normal (small picture)`,
    big: text`big (large picture)`,
  },
  hidden: text`Hidden`,
  /** Parts of an alert. */
  cardParts: {
    traits: text`traits`,
    'price context': text`price context`,
    picture: text`pictures`,
    buttons: text`buttons`,
  },
  auctions: text`Auctions`,
  auctionPosts: {
    messages: text`card and messages`,
    card: text`card only`,
  },
  followers: text`Followers`,
  published: text`receive the messages`,
  publishedNote: text`Discord publishes only about 10 messages per hour. Auction cards don’t show bids and are updated only when the auction ends.`,
  changed: text`✅ Saved.`,

  pingRole: text`Role to ping`,
  choosePingRole: text`Role to ping (optional)`,
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
      about: text`For example 100. Leave empty to ping for every alert`,
    },
    ping_cooldown: {
      label: text`Minutes between pings`,
      about: text`0 to 1,440. Leave empty to ping without a pause`,
    },
    quiet_from: {
      label: text`Start of quiet hours`,
      about: text`For example 22:00, in the server’s time zone. Leave empty for none`,
    },
    quiet_to: { label: text`End of quiet hours`, about: text`For example 08:00. Leave empty for none` },
    hourly_limit: { label: text`Messages per hour`, about: text`1 to 1,000. Leave empty for no limit` },
  },
  lookChoices: {
    auto: text`Look: by type (large for sales, mints and auctions)`,
    compact: text`Look: compact (two lines, no picture)`,
    normal: text`Look: normal (small picture)`,
    big: text`Look: big (large picture)`,
  },
  notifications: text`Notifications`,
  soundChoices: {
    loud: text`All messages`,
    important: text`Only pings and high prices`,
    silent: text`None (all messages are silent)`,
  },
  soundFields: {
    notifications: {
      label: text`Messages that notify people`,
      about: text`Silent messages appear without a sound or a push notification`,
    },
    notify_from: {
      label: text`Minimum notification price`,
      about: text`For example 500. Leave empty to notify for pings only`,
    },
  },
  /** Names of options. */
  onlyImportantHasPrice: (price: string, messages: string) =>
    text`**${price}** works only with “Only pings and high prices” in **${messages}**.`,
  roleDeleted: text`⚠ The role was deleted, so nobody is pinged. Choose another in **ping_role**, or use \`reset: pings\`.`,

  /** Names of options, here and below. */
  whoIsPinged: (role: string) => text`In **${role}**, choose a role to ping.`,
  notEveryone: text`@everyone can’t be pinged. Choose a role that people can leave.`,
  bothQuietHours: (from: string, to: string) =>
    text`Quiet hours need both **${from}** and **${to}**, for example 22:00 and 08:00.`,
  sameQuietHours: (from: string, to: string) =>
    text`**${from}** and **${to}** are the same time. To pause all alerts, use ${command('alerts pause')}.`,
  writeTime: text`Enter a time like 22:00 or 7:30.`,
  noAnnouncementChannel: (channel: string) =>
    text`${channel} is not an announcement channel, so it has no followers. Leave **publish** empty.`,
});
