import type { Writer } from '../writer.ts';

/** `/status`. */
export const statusMessages = ({ text, count, number }: Writer) => ({
  description: text`Shows how I am: feed, delays, version`,
  title: text`How I am`,
  feedTitle: (marketplace: string) => text`${marketplace}’s feed`,
  notReadYet: text`not read yet`,
  /** @param when a Discord timestamp */
  lastRead: (when: string) => text`last read ${when}`,
  failedSince: (failures: number) =>
    text`⚠ the marketplace failed ${count(failures, { one: 'time', other: 'times' })} since`,
  newestEvent: text`Newest event`,
  latency: text`Discord latency`,
  notMeasuredYet: text`not measured yet`,
  milliseconds: (ms: number) => text`${number(ms)} ms`,
  /** @param until a Discord timestamp */
  loginsRefused: (until: string) =>
    text`⚠ most of the logins that Discord allows in a day are used: a connection that is lost comes back ${until}`,
  waiting: text`Alerts waiting`,
  waitingHere: (alerts: number) => text`${number(alerts)} in this server`,
  waitingInAll: (alerts: number) => text`${number(alerts)} in all`,
  lateChannels: (channels: number) =>
    text`⚠ ${count(channels, { one: 'channel is', other: 'channels are' })} late by more than a minute`,
  database: text`Database`,
  diskFull: text`the disk is full`,
  databaseLocked: text`another program keeps my database locked`,
  databaseNotWritable: text`my database cannot be written`,
  /** @param reason one of those above */
  storeProblem: (reason: string) =>
    text`⚠ ${reason}, and I post nothing that I cannot note first. Nothing is lost; I keep trying. Whoever runs me has to look at it.`,
  /** @param when a Discord timestamp */
  unreadableSince: (when: string) =>
    text`⚠ unreadable since ${when}: it comes in a form that I do not understand, so I post nothing of it; whoever runs me finds out more with \`npm run doctor\``,
  /**
   * @param named the coin that most prices name
   * @param own the chain's own coin in the settings
   */
  otherCoin: (named: string, own: string) =>
    text`⚠ most prices are in ${named}, which I treat as another coin than ${own}: no price filter and no comparison with the floor applies to them. If ${named} is the chain’s own coin, the operator has to set CURRENCY_SYMBOL.`,
  databaseFileLost: text`⚠ Posting is paused: the file of my database was deleted or replaced while I run. Whoever runs me has to look at it.`,
  /** For a time that cannot be formatted. */
  aWhileAgo: text`a while ago`,
  runningSince: text`Running since`,
  version: text`Version`,
});
