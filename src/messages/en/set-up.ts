import type { Writer } from '../writer.ts';

/**
 * Texts for setting up and changing alerts, until they are confirmed. `alert` is the number of an alert with its `#`,
 * `channel` a mention, `rule` the description of an alert.
 */
export const setUpMessages = ({ text, number, count, command }: Writer) => ({
  newTitle: (channel: string) => text`**New alert in ${channel}**`,
  changedTitle: (alert: string, channel: string) => text`**Alert ${alert} in ${channel}, changed**`,
  editTitle: (alert: string, channel: string) => text`**Alert ${alert} in ${channel}**`,
  nothingChangedYet: text`Nothing is changed yet. Choose below what is to be different.`,
  previewUnavailable: text`The marketplace does not answer right now, so I cannot show what would have been posted. You can confirm all the same.`,
  previewOfNothing: text`Nothing that fits it is known yet, so there is no example.`,
  /** @param alerts 0 for fewer than one, here and below */
  weekly: (alerts: number) =>
    alerts === 0 ? text`That is less than one a week.` : text`That is about ${number(alerts)} a week.`,
  weeklySales: (sales: number) =>
    sales === 0
      ? text`Of sales, that is less than one a week.`
      : text`Of sales, that is about ${number(sales)} a week.`,
  newestExample: text`The newest would have looked like this:`,
  tokenExample: text`With a token that fits, it looks like this; the numbers are made up:`,
  /**
   * For topics that another alert of the channel already posts.
   * @param alert its number
   * @param what topics
   */
  samePosts: (alert: string) => text`Alert ${alert} already posts all of this here.`,
  somePosts: (alert: string, what: string) => text`Alert ${alert} already posts the ${what} among these.`,
  sameAlert: (alert: string) => text`Alert ${alert} of this channel is exactly the same.`,
  sameAlertPaused: (alert: string) => text`Alert ${alert} of this channel is exactly the same, but paused.`,
  onlyPings: text`Only the pings would be new.`,
  editOther: (alert: string) => text`Edit ${alert}`,
  /**
   * For an alert that cannot be saved.
   * @param reasons sentences
   */
  postsNothing: (reasons: string) => text`This alert could never post anything. ${reasons}`,
  highVolume: (messagesPerHour: number) =>
    text`That may be some ${number(messagesPerHour)} messages an hour. A collection or a price narrows it down, and ${command('alerts channel')} can set a limit.`,
  rolesDeleted: (roles: number) =>
    text`${count(roles, {
      one: 'role that this alert pings was deleted and is',
      other: 'roles that this alert pings were deleted and are',
    })} left out when you confirm.`,

  /** The modal for a new alert. Discord allows 45 characters for titles and labels, and 100 for descriptions. */
  modal: {
    title: text`New alert`,
    topics: text`What to post`,
    collections: text`Collections`,
    collectionsAbout: text`Those with alerts here, then the most traded; none: every collection`,
    others: text`Other collections`,
    othersAbout: text`Names, addresses or links, separated by commas`,
    price: text`Price`,
    priceAbout: text`Such as 1-5, or 1 for the lowest alone; empty for any`,
    role: text`Role to ping`,
    roleAbout: text`Nobody chosen: the channel’s role`,
  },

  topics: text`What to post`,
  pingRoles: text`Who is pinged; nobody chosen: the channel’s role`,
  confirm: text`Confirm`,
  save: text`Save`,
  cancel: text`Cancel`,

  over: text`This set-up is over: it was finished, or changed since, or it is older than a day. ${command('alerts list')} shows what there is, and ${command('alerts add')} begins anew.`,
  cancelled: text`Nothing was set up. ${command('alerts add')} begins anew.`,
  changeCancelled: (alert: string) => text`Alert ${alert} stays as it was.`,

  added: (channel: string, rule: string, alert: string) =>
    text`✅ ${channel} gets ${rule} from now on (alert ${alert}). ${command('alerts test')} posts an example there.`,
  alreadyThere: (channel: string, alert: string) => text`${channel} has that already, as alert ${alert}.`,
  alreadyTherePaused: (channel: string, alert: string) =>
    text`${channel} has that already, as alert ${alert}. It is paused; ${command('alerts resume')} lets it go on.`,
  removedMeanwhile: (alert: string) =>
    text`Alert ${alert} was removed meanwhile. ${command('alerts add')} sets up a new one.`,
  unchanged: (alert: string, rule: string) => text`Nothing was changed: alert ${alert} is ${rule} already.`,
  sameAsOther: (channel: string, alert: string) =>
    text`Nothing was changed: ${channel} has that already, as alert ${alert}.`,
  changed: (alert: string, channel: string, rule: string) =>
    text`✅ Alert ${alert} is changed: ${channel} gets ${rule} from now on.`,
  /** @param rule previous description of the alert */
  untilNow: (rule: string) => text` Until now it was ${rule}.`,

  tooManyInChannel: (maximum: number, channel: string, alerts: number) =>
    text`A channel can have at most ${number(maximum)} alerts, and ${channel} would have ${number(alerts)}. I changed nothing. Take some away with ${command('alerts remove')}, or choose another channel.`,
  tooManyInServer: (maximum: number, alerts: number) =>
    text`A server can have at most ${number(maximum)} alerts, and this one would have ${number(alerts)}. I changed nothing. Take some away with ${command('alerts remove')}.`,
  fewLeftInChannel: (channel: string, alerts: number, maximum: number) =>
    text`With this one ${channel} has ${number(alerts)} of ${number(maximum)} alerts.`,
  fewLeftInServer: (alerts: number, maximum: number) =>
    text`With this one the server has ${number(alerts)} of ${number(maximum)} alerts.`,
});
