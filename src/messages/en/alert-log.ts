import type { Writer } from '../writer.ts';

/** The log of a channel: what became of each of its alerts. Times are Discord timestamps, `link` a URL. */
export const alertLogMessages = ({ text, number, count, command }: Writer) => ({
  button: text`Log`,
  title: (channel: string) => text`Log for ${channel}`,
  none: text`No alerts in the last 14 days.`,
  chooseAlert: text`Post an alert again`,
  chooseChannel: text`Another channel`,
  previous: text`‹ Newer`,
  next: text`Older ›`,
  /** An alert without an event, such as a notice. */
  notice: text`Notice`,
  tries: (tries: number) => count(tries, { one: 'attempt', other: 'attempts' }),
  took: (duration: string) => text`${duration} after detection`,
  lastTry: (when: string) => text`last attempt ${when}`,
  again: text`requested again`,
  listed: (position: number, event: string) => text`${number(position)}. ${event}`,

  ask: (event: string) => text`Post this again? ${event}`,
  postedAt: (when: string, link: string) => text`It was posted ${when}: ${link}`,
  postedAtUnknown: (when: string) => text`It was posted ${when}.`,
  notPosted: text`It was not posted.`,
  stillWaiting: text`It is still waiting to be posted.`,
  timesAgain: (times: number) =>
    times === 1
      ? text`It has already been reposted once.`
      : text`It has already been reposted ${count(times, { one: 'time', other: 'times' })}.`,
  how: text`The new message goes to the end of the queue. It pings nobody and is not updated later.`,
  yes: text`Yes, post it`,
  no: text`No`,
  queued: text`It is queued and will be posted soon.`,
  gone: text`This alert is no longer stored.`,
  noRules: text`This channel has no alerts. Add one with ${command('alerts add')} first.`,
  done: text`This alert was just posted again, or was posted too many times. Open the log again.`,
});
