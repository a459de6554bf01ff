import type { Segment, Segments } from '../segment.ts';
import type { Writer } from '../writer.ts';

/** `/settings ticker`. Channels are mentions. Causes and remedies are clauses, as in `channel-problems.ts`. */
export const tickerMessages = ({ text, segments, count, command }: Writer) => ({
  description: text`Show a collection’s floor in a voice channel’s name`,
  channelOption: text`Voice channel to rename`,
  collectionOption: text`Collection whose floor is shown`,
  offOption: text`Stop renaming the channel`,

  /** Names of the channel. */
  name: (amount: string) => text`Floor: ${amount}`,
  nothingListed: text`Floor: none listed`,

  saved: (channel: string, collection: string) => text`✅ ${channel} will show the floor of ${collection}.`,
  limit: text`-# Discord allows two renames every 10 minutes, so the name can be a few minutes behind.`,
  removed: (channel: string) => text`✅ ${channel} is no longer renamed. It keeps its current name.`,

  title: text`**Tickers**`,
  entry: (channel: string, collection: string) => text`${channel}: floor of ${collection}`,
  none: (needed: string) =>
    text`No tickers. Choose a voice channel and a collection. I need ${needed} there. Ticker channels are usually closed to members.`,

  chooseChannel: text`In **channel**, choose a voice channel.`,
  chooseCollection: text`In **collection**, choose the collection to show. To stop the ticker, use **off**.`,
  noSuchTicker: (channel: string) =>
    text`${channel} is not a ticker. See all tickers with ${command('settings ticker')}.`,
  noSuchChannel: text`Channel not found. Choose a voice channel that you can see.`,
  memberMayNotRename: (channel: string) =>
    text`You need “Manage Channels” in ${channel} to set up a ticker there. Ask someone with that permission.`,
  /** @param permissions a list of them, quoted */
  botMayNotRename: (channel: string, permissions: string) =>
    text`I can’t rename ${channel}. Give me ${permissions} there (Edit Channel → Permissions), then try again.`,
  full: (tickers: number) =>
    text`This server already has ${count(tickers, { one: 'ticker', other: 'tickers' })}. Turn one off with ${command('settings ticker')}.`,

  mayNotRename: text`I can’t rename the channel`,
  mayNotRenameRemedy: text`give me “View Channel”, “Connect” and “Manage Channels” there`,
  deletedRemedy: text`turn its ticker off with ${command('settings ticker')}`,
  retriedHourly: (why: string) => text`${why}; I retry every hour`,
  health: text`Stopped tickers`,

  noticeStopped: (channel: Segment, why: string): Segments =>
    segments`The ${channel} ticker no longer shows the floor: ${why}.`,
  noticePlease: (remedy: string) => text`To continue, ${remedy}.`,
  noticeRetry: text`I retry every hour.`,
});
