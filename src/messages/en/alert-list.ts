import type { Writer } from '../writer.ts';

/**
 * Texts for listing, opening, pausing, resuming, removing, copying and testing alerts. `alert` is the number of an
 * alert with its `#`, `channel` a mention, `rule` the description of an alert, and times are Discord timestamps.
 */
export const alertListMessages = ({ text, number, count, command }: Writer) => ({
  title: text`Alerts in this server`,
  none: text`No alerts yet. Add one with ${command('alerts add')}.`,
  open: text`Open an alert`,
  openOther: text`Open another alert`,
  previous: text`‹ Previous`,
  next: text`Next ›`,
  moreNumbers: (numbers: string, more: number) => text`${numbers} and ${number(more)} more`,

  active: text`▶ active`,
  /** @param permission quoted */
  activeWithoutCharts: (permission: string) =>
    text`▶ active, without charts (to add them, give me ${permission})`,
  pausedAt: (when: string) => text`⏸ paused ${when}`,
  /** @param when a moment; empty if it cannot be shown */
  ended: (when: string) => (when === '' ? text`⏹ ended` : text`⏹ ended ${when}`),
  postedOnce: text`⏸ paused: posted once`,
  /** @param url of the message */
  postedOnceAt: (url: string) => text`⏸ paused: posted once, ${url}`,
  queuedOnce: text`⏸ paused: its one match is in the queue`,
  pausedByAdmin: text`⏸ paused by an admin`,
  stopped: (problem: string) => text`⚠ stopped: ${problem}`,
  lastPost: (when: string) => text`last post ${when}`,
  nothingPosted: text`nothing posted yet`,
  lastMatch: (when: string) => text`last match ${when}`,
  waitingAlerts: (alerts: number) => count(alerts, { one: 'alert', other: 'alerts' }),
  waiting: (alerts: number) => text`${count(alerts, { one: 'alert', other: 'alerts' })} waiting`,
  lastProblem: (problem: string) => text`last problem: ${problem}`,
  problemAt: (when: string, problem: string) => text`${problem} (${when})`,

  oneTitle: (alert: string) => text`Alert ${alert}`,
  /** The headings of the two columns. */
  statusTitle: text`Status`,
  activityTitle: text`Activity`,
  channelTitle: text`Channel`,
  stateTitle: text`State`,
  lastPostTitle: text`Last post`,
  lastMatchTitle: text`Last match`,
  lastProblemTitle: text`Last problem`,
  waitingTitle: text`Waiting`,
  setUpTitle: text`Added`,
  nothingYet: text`nothing yet`,
  noProblem: text`none`,
  setUpBy: (member: string) => text`by ${member}`,
  setUpAtBy: (when: string, member: string) => text`${when} by ${member}`,

  edit: text`Edit`,
  resume: text`Resume`,
  pause: text`Pause`,
  test: text`Test`,
  copy: text`Copy`,
  remove: text`Remove`,
  all: text`All alerts`,
  back: text`‹ Back`,
  isPaused: text`Paused.`,
  isActive: text`Active again.`,

  noSuchAlert: text`This server has no such alert. See the alert numbers in ${command('alerts list')}.`,
  channelHasNone: text`That channel has no alerts. See all alerts in ${command('alerts list')}.`,
  removedMeanwhile: text`This alert no longer exists. See all alerts in ${command('alerts list')}.`,

  paused: (alert: string, channel: string, rule: string) =>
    text`⏸ Alert ${alert} in ${channel} is paused: ${rule}\nResume it with ${command('alerts resume')}.`,
  /** @param others sentences about what other alerts still post */
  pausedButPosted: (alert: string, others: string) =>
    text`⏸ Alert ${alert} is paused. ${others} Resume it with ${command('alerts resume')}.`,
  stillPostsAll: (other: string, channel: string) =>
    text`Alert ${other} still posts the same events in ${channel}.`,
  stillPostsSome: (other: string, what: string, channel: string) =>
    text`Alert ${other} still posts ${what} in ${channel}.`,
  /** @param numbers of the alerts, with their `#` */
  allPaused: (alerts: number, channel: string, numbers: string) =>
    alerts === 1
      ? text`The only alert in ${channel} is paused: ${numbers}.`
      : text`All alerts in ${channel} are paused: ${numbers}.`,
  resumed: (alert: string, channel: string, rule: string) =>
    text`▶ Alert ${alert} in ${channel} is active: ${rule}`,
  allResumed: (alerts: number, channel: string, numbers: string) =>
    alerts === 1
      ? text`The only alert in ${channel} is active: ${numbers}.`
      : text`All alerts in ${channel} are active: ${numbers}.`,

  removeOne: (alert: string, channel: string, rule: string) =>
    text`Remove alert ${alert} in ${channel}?\n${rule}`,
  /** @param others sentences about what other alerts still post */
  removeOneButPosted: (alert: string, others: string) => text`Remove alert ${alert}? ${others}`,
  removeAll: (alerts: number, channel: string, numbers: string) =>
    alerts === 1
      ? text`Remove the only alert in ${channel} (${numbers})?`
      : text`Remove all ${number(alerts)} alerts in ${channel} (${numbers})?`,
  yesRemoveIt: text`Yes, remove it`,
  yesRemoveThem: text`Yes, remove them`,
  noKeepIt: text`No, keep it`,
  noKeepThem: text`No, keep them`,
  isPausedBut: (others: string) => text`Paused. ${others}`,
  removed: (alert: string) => text`🗑 Alert ${alert} removed.`,
  allRemoved: (channel: string) => text`🗑 All alerts in ${channel} removed.`,
  nothingRemoved: text`Nothing was removed.`,

  copyWhere: (alert: string) => text`Where should I copy alert ${alert}?`,
  chooseChannel: text`Choose a channel`,
  copyToItself: (channel: string) => text`The alert is already in ${channel}. Choose another channel.`,
  alreadyThere: (channel: string, alert: string) => text`${channel} already has this alert (${alert}).`,
  copied: (channel: string, rule: string, alert: string, from: string) =>
    text`✅ Alert ${from} copied to ${channel} as ${alert}: ${rule}`,
  allAlreadyThere: (channel: string, from: string) => text`${channel} already has all alerts from ${from}.`,
  /** @param present alerts that the channel had before */
  allCopied: (channel: string, from: string, alerts: number, present: number) => {
    const created = count(alerts, { one: 'alert', other: 'alerts' });
    return present === 0
      ? text`✅ Copied ${created} from ${from} to ${channel}.`
      : text`✅ Copied ${created} from ${from} to ${channel}. ${count(present, { one: 'other was', other: 'others were' })} already there.`;
  },

  /** @param example the posted example */
  tested: (alert: string, channel: string, example: string) =>
    text`🧪 Tested alert ${alert} in ${channel} with ${example}.`,
  testedPaused: text` The alert is paused. Resume it with ${command('alerts resume')}.`,
  newestExample: text`the latest match`,
  tokenExample: text`a matching token with invented numbers`,
  exampleWithoutMatches: text`an invented example (no recent match)`,
  exampleWithoutMarketplace: text`an invented example (the marketplace is not responding)`,
  madeUpCollection: text`Example collection`,
  madeUpToken: text`Example token #1`,
  testBusy: text`Discord is busy and rejected the message. Try again in a minute.`,
  testUnexplained: text`Discord rejected the message without giving a reason. Try again in a minute.`,
  testInvalid: text`Discord rejected the test message. Choose another look with ${command('alerts channel')}.`,
  testClosed: (channel: string) =>
    text`${channel} no longer accepts messages. Copy the alert to another channel with ${command('alerts copy')}.`,
  testRefused: (channel: string) =>
    text`I can’t post in ${channel}. Give me “View Channel”, “Send Messages” and “Embed Links” there, then try again.`,
  testUnauthorized: text`Discord rejects the bot’s token. Contact the bot’s operator.`,
  testAmbiguous: (channel: string) =>
    text`Discord did not respond. Check whether the test is in ${channel} before you try again.`,
});
