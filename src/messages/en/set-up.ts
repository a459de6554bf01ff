import type { Writer } from '../writer.ts';

/**
 * Texts for setting up and changing alerts, until they are confirmed. `alert` is the number of an alert with its `#`,
 * `channel` a mention, `rule` the description of an alert.
 */
export const setUpMessages = ({ text, number, count, command }: Writer) => ({
  newTitle: (channel: string) => text`**New alert in ${channel}**`,
  changedTitle: (alert: string, channel: string) => text`**Changes to alert ${alert} in ${channel}**`,
  editTitle: (alert: string, channel: string) => text`**Alert ${alert} in ${channel}**`,
  nothingChangedYet: text`No changes yet. Choose below what to change.`,
  previewUnavailable: text`No preview: the marketplace is not responding. You can confirm anyway.`,
  previewOfNothing: text`No example: nothing matches yet.`,
  /** @param alerts 0 for fewer than one, here and below */
  weekly: (alerts: number) =>
    alerts === 0 ? text`Less than one per week.` : text`About ${number(alerts)} per week.`,
  weeklySales: (sales: number) =>
    sales === 0 ? text`Sales: less than one per week.` : text`Sales: about ${number(sales)} per week.`,
  newestExample: text`Latest match:`,
  tokenExample: text`Example with invented numbers:`,
  /**
   * For topics that another alert of the channel already posts.
   * @param alert its number
   * @param what topics
   */
  samePosts: (alert: string) => text`Alert ${alert} already posts the same events here.`,
  somePosts: (alert: string, what: string) => text`Alert ${alert} already posts ${what} here.`,
  sameAlert: (alert: string) => text`Alert ${alert} in this channel is identical.`,
  sameAlertPaused: (alert: string) => text`Alert ${alert} in this channel is identical, but paused.`,
  onlyPings: text`Only the pings are new.`,
  editOther: (alert: string) => text`Edit ${alert}`,
  /**
   * For an alert that cannot be saved.
   * @param reasons sentences
   */
  postsNothing: (reasons: string) => text`This alert would never post anything. ${reasons}`,
  highVolume: (messagesPerHour: number) =>
    text`This may post about ${number(messagesPerHour)} messages per hour. Choose a collection or a price, or set a limit with ${command('alerts channel')}.`,
  rolesDeleted: (roles: number) =>
    text`${count(roles, {
      one: 'role that this alert pings was deleted. It will be',
      other: 'roles that this alert pings were deleted. They will be',
    })} removed from the alert when you confirm.`,

  /** The modal for a new alert. Discord allows 45 characters for titles and labels, and 100 for descriptions. */
  modal: {
    title: text`New alert`,
    topics: text`What to post`,
    collections: text`Collections`,
    collectionsAbout: text`Leave empty for all collections`,
    others: text`Other collections`,
    othersAbout: text`Names, addresses or links, separated by commas`,
    price: text`Price`,
    priceAbout: text`For example 1-5, or 1 for “1 and up”`,
    role: text`Role to ping`,
    roleAbout: text`Leave empty for the channel’s usual role`,
  },

  /** The modal for the name and the end time of an alert, and the button that opens it. */
  extras: {
    title: text`Name and end time`,
    button: text`Name & end time`,
    name: text`Name`,
    nameAbout: text`Shown instead of the number. Leave empty for none`,
    ends: text`End time`,
    endsAbout: text`For example “in 3 days”, 2026-12-31 or 2026-12-31 20:00. Leave empty for no end time`,
    howOften: text`How often`,
    howOftenAbout: text`If you choose the next match only, the alert is paused afterwards`,
    always: text`Post every match`,
    once: text`Post the next match only`,
    endHint: text`Enter a time within the next five years, for example “in 3 days”, “tomorrow 8:00” or 2026-12-31 20:00.`,
    endIsPast: text`This end time is in the past. Enter a later one.`,
  },

  /** The modal for the pings of an alert, and the button that opens it. */
  pings: {
    title: text`Pings`,
    button: text`Pings`,
    roles: text`Roles to ping`,
    rolesAbout: text`Leave empty for the channel’s usual role`,
  },

  topics: text`What to post`,
  confirm: text`Confirm`,
  save: text`Save`,
  cancel: text`Cancel`,

  over: text`This draft has expired. See all alerts in ${command('alerts list')}, or start again with ${command('alerts add')}.`,
  cancelled: text`Nothing was added. Start again with ${command('alerts add')}.`,
  changeCancelled: (alert: string) => text`Alert ${alert} was not changed.`,

  added: (channel: string, rule: string, alert: string) =>
    text`✅ Alert ${alert} added in ${channel}: ${rule}\nPost an example with ${command('alerts test')}.`,
  alreadyThere: (channel: string, alert: string) => text`${channel} already has this alert (${alert}).`,
  alreadyTherePaused: (channel: string, alert: string) =>
    text`${channel} already has this alert (${alert}). It is paused. Resume it with ${command('alerts resume')}.`,
  removedMeanwhile: (alert: string) =>
    text`Alert ${alert} no longer exists. Add a new one with ${command('alerts add')}.`,
  unchanged: (alert: string, rule: string) => text`Nothing was changed. Alert ${alert}: ${rule}`,
  sameAsOther: (channel: string, alert: string) =>
    text`Nothing was changed: ${channel} already has this alert (${alert}).`,
  changed: (alert: string, channel: string, rule: string) =>
    text`✅ Alert ${alert} in ${channel} changed: ${rule}`,
  /** @param rule previous description of the alert */
  untilNow: (rule: string) => text`\nBefore: ${rule}`,

  tooManyInChannel: (maximum: number, channel: string, alerts: number) =>
    text`A channel can have at most ${number(maximum)} alerts, and ${channel} would have ${number(alerts)}. Nothing was changed. Remove some with ${command('alerts remove')}, or choose another channel.`,
  tooManyInServer: (maximum: number, alerts: number) =>
    text`A server can have at most ${number(maximum)} alerts, and this one would have ${number(alerts)}. Nothing was changed. Remove some with ${command('alerts remove')}.`,
  fewLeftInChannel: (channel: string, alerts: number, maximum: number) =>
    text`With this alert, ${channel} has ${number(alerts)} of its ${number(maximum)} alerts.`,
  fewLeftInServer: (alerts: number, maximum: number) =>
    text`With this alert, the server has ${number(alerts)} of its ${number(maximum)} alerts.`,
});
