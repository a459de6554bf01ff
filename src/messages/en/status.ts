import type { Writer } from '../writer.ts';

/** `/status`. */
export const statusMessages = ({ text, count, number }: Writer) => ({
  description: text`Show the bot’s status`,
  title: text`Bot status`,
  feedTitle: (marketplace: string) => text`${marketplace}’s feed`,
  notReadYet: text`not read yet`,
  /** @param when a Discord timestamp */
  lastRead: (when: string) => text`last read ${when}`,
  failedSince: (failures: number) =>
    text`⚠ ${count(failures, { one: 'failed request', other: 'failed requests' })} since then`,
  newestEvent: text`Newest event`,
  latency: text`Discord latency`,
  notMeasuredYet: text`not measured yet`,
  milliseconds: (ms: number) => text`${number(ms)} ms`,
  /** @param until a Discord timestamp */
  loginsRefused: (until: string) =>
    text`⚠ Discord’s daily login limit is almost reached. If I lose the connection, I can only reconnect ${until}.`,
  waiting: text`Alerts waiting`,
  waitingHere: (alerts: number) => text`${number(alerts)} in this server`,
  waitingInAll: (alerts: number) => text`${number(alerts)} in total`,
  lateChannels: (channels: number) =>
    text`⚠ ${count(channels, { one: 'channel is', other: 'channels are' })} delayed by more than a minute`,
  database: text`Database`,
  diskFull: text`the disk is full`,
  databaseLocked: text`another program has locked the database`,
  databaseNotWritable: text`the database cannot be written to`,
  /** @param reason one of those above */
  storeProblem: (reason: string) =>
    text`⚠ Posting is paused: ${reason}. Nothing is lost. The operator has to act.`,
  /** @param when a Discord timestamp */
  unreadableSince: (when: string) =>
    text`⚠ The feed has an unknown format, first seen ${when}. Nothing is posted. The operator has to run \`npm run doctor\`.`,
  /**
   * @param named the coin that most prices name
   * @param own the chain's own coin in the settings
   */
  otherCoin: (named: string, own: string) =>
    text`⚠ Most prices are in ${named}, not in ${own}. Price filters and floor comparisons skip them. If ${named} is the chain’s own coin, the operator has to set CURRENCY_SYMBOL.`,
  databaseFileLost: text`⚠ Posting is paused: the database file was deleted or replaced. The operator has to act.`,
  /** For a time that cannot be formatted. */
  aWhileAgo: text`a while ago`,
  runningSince: text`Running since`,
  version: text`Version`,
});
