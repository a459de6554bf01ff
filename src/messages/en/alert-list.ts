import type { Writer } from '../writer.ts';

/**
 * Texts for listing, opening, pausing, resuming, removing, copying and testing alerts. `alert` is the number of an
 * alert with its `#`, `channel` a mention, `rule` the description of an alert, and times are Discord timestamps.
 */
export const alertListMessages = ({ text, number, count, command }: Writer) => ({
  title: text`Alerts of this server`,
  none: text`No channel follows anything yet. Begin with ${command('alerts add')}.`,
  open: text`Open an alert`,
  previous: text`‹ Previous`,
  next: text`Next ›`,
  moreNumbers: (numbers: string, more: number) => text`${numbers} and ${number(more)} more`,

  active: text`▶ active`,
  /** @param permission quoted */
  activeWithoutCharts: (permission: string) =>
    text`▶ active, but without charts: give me ${permission} there`,
  pausedAt: (when: string) => text`⏸ paused ${when}`,
  pausedByAdmin: text`⏸ paused by an admin`,
  stopped: (problem: string) => text`⚠ stopped: ${problem}`,
  lastPost: (when: string) => text`last post ${when}`,
  nothingPosted: text`nothing posted yet`,
  lastMatch: (when: string) => text`last match ${when}`,
  waiting: (alerts: number) => text`${count(alerts, { one: 'alert waits', other: 'alerts wait' })}`,
  lastProblem: (problem: string) => text`last problem ${problem}`,
  problemAt: (when: string, problem: string) => text`${when}: ${problem}`,
  problemOnce: (problem: string) => text`once: ${problem}`,

  oneTitle: (alert: string) => text`Alert ${alert}`,
  channelTitle: text`Channel`,
  stateTitle: text`State`,
  lastPostTitle: text`Last post`,
  lastMatchTitle: text`Last match`,
  lastProblemTitle: text`Last problem`,
  waitingTitle: text`Waiting in the channel`,
  setUpTitle: text`Set up`,
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
  all: text`‹ All alerts`,
  back: text`‹ Back`,
  isPaused: text`Paused.`,
  isActive: text`Active again.`,

  noSuchAlert: text`This server has no such alert. ${command('alerts list')} shows the numbers.`,
  channelHasNone: text`That channel has no alerts. ${command('alerts list')} shows which do.`,
  removedMeanwhile: text`This alert was removed meanwhile. ${command('alerts list')} shows what there is.`,

  paused: (alert: string, channel: string, rule: string) =>
    text`⏸ Alert ${alert} is paused: ${channel} gets no more ${rule}. Resume it with ${command('alerts resume')}.`,
  /** @param others sentences about what other alerts still post */
  pausedButPosted: (alert: string, others: string) =>
    text`⏸ Alert ${alert} is paused. ${others} Resume it with ${command('alerts resume')}.`,
  stillPostsAll: (other: string, channel: string) =>
    text`Alert ${other} still posts all of it in ${channel}.`,
  stillPostsSome: (other: string, what: string, channel: string) =>
    text`Alert ${other} still posts the ${what} in ${channel}.`,
  /** @param numbers of the alerts, with their `#` */
  allPaused: (alerts: number, channel: string, numbers: string) =>
    alerts === 1
      ? text`The only alert of ${channel} is paused: ${numbers}.`
      : text`All alerts of ${channel} are paused: ${numbers}.`,
  resumed: (alert: string, channel: string, rule: string) =>
    text`▶ Alert ${alert} is active: ${channel} gets ${rule}.`,
  allResumed: (alerts: number, channel: string, numbers: string) =>
    alerts === 1
      ? text`The only alert of ${channel} is active: ${numbers}.`
      : text`All alerts of ${channel} are active: ${numbers}.`,

  removeOne: (alert: string, channel: string, rule: string) =>
    text`Remove alert ${alert}? ${channel} then gets no more ${rule}.`,
  /** @param others sentences about what other alerts still post */
  removeOneButPosted: (alert: string, others: string) => text`Remove alert ${alert}? ${others}`,
  removeAll: (alerts: number, channel: string, numbers: string) =>
    alerts === 1
      ? text`Remove the only alert of ${channel} (${numbers})?`
      : text`Remove all ${number(alerts)} alerts of ${channel} (${numbers})?`,
  yesRemoveIt: text`Yes, remove it`,
  yesRemoveThem: text`Yes, remove them`,
  noKeepIt: text`No, keep it`,
  noKeepThem: text`No, keep them`,
  isPausedBut: (others: string) => text`Paused. ${others}`,
  removed: (alert: string) => text`Alert ${alert} is removed.`,
  allRemoved: (channel: string) => text`${channel} follows nothing any more.`,
  nothingRemoved: text`Nothing was removed.`,

  copyWhere: (alert: string) => text`Which channel is to get the same as alert ${alert}?`,
  chooseChannel: text`Choose a channel`,
  copyToItself: (channel: string) => text`${channel} is where that comes from. Choose another channel.`,
  alreadyThere: (channel: string, alert: string) => text`${channel} has that already, as alert ${alert}.`,
  copied: (channel: string, rule: string, alert: string, from: string) =>
    text`✅ ${channel} gets ${rule} too from now on (alert ${alert}, copied from ${from}).`,
  allAlreadyThere: (channel: string, from: string) => text`${channel} has all that ${from} gets already.`,
  /** @param present alerts that the channel had before */
  allCopied: (channel: string, from: string, alerts: number, present: number) => {
    const created = count(alerts, { one: 'alert', other: 'alerts' });
    return present === 0
      ? text`✅ ${channel} gets all that ${from} gets (${created}).`
      : text`✅ ${channel} gets all that ${from} gets (${created}); it had ${number(present)} of them already.`;
  },

  /** @param example the posted example */
  tested: (alert: string, channel: string, example: string) =>
    text`🧪 I posted a test of alert ${alert} in ${channel}: ${example}.`,
  testedPaused: text` The alert itself is paused; ${command('alerts resume')} lets it go on.`,
  newestExample: text`the newest of what fits it`,
  tokenExample: text`an example with a token that fits it; its numbers are made up`,
  exampleWithoutMatches: text`a made-up example, because nothing that fits it happened lately`,
  exampleWithoutMarketplace: text`a made-up example, because the marketplace does not answer right now`,
  madeUpCollection: text`Made-up collection`,
  madeUpToken: text`Made-up example #1`,
  testBusy: text`Discord is busy and did not take the message. Please try again in a minute.`,
  testUnexplained: text`Discord refused the message and gave no reason. Please try again in a minute.`,
  testInvalid: text`Discord does not take this alert as a message. Try ${command('alerts channel')} with another look.`,
  testClosed: (channel: string) =>
    text`${channel} takes no messages any more. Choose another channel with ${command('alerts copy')}.`,
  testRefused: (channel: string) =>
    text`I may not post in ${channel}. Give me “View Channel”, “Send Messages” and “Embed Links” there, then try again.`,
  testUnauthorized: text`Discord refuses me altogether. Please inform the one who runs me.`,
  testAmbiguous: (channel: string) =>
    text`Discord did not answer, so the test may be in ${channel} or not. Please look there before you try again.`,
});
