import type { Writer } from '../writer.ts';

/** The operator's channel. Log lines are quoted unchanged, in English. */
export const operatorMessages = ({ text, number, count }: Writer) => ({
  title: text`Gavel: operator message`,
  titleOfSeveral: (messages: number) => text`Gavel: ${number(messages)} operator messages`,
  more: (messages: number) => text`… and ${number(messages)} more in the log`,
  feedUnreadable: text`The marketplace’s feed cannot be read`,
  auctionsUnreadable: text`The marketplace’s auctions cannot be read`,
  storeUnwritable: text`The database cannot be written to, so posting is paused`,
  /** @param what one of the three above */
  lasts: (what: string, minutes: number) => text`${what} (for ${number(minutes)} min)`,
  isOver: (what: string, minutes: number) => text`Resolved after ${number(minutes)} min: ${what}`,
  unread: (unread: number, records: number) =>
    text`${number(unread)} of ${count(records, { one: 'new record', other: 'new records' })} from the last hour cannot be read, so they are not posted.`,
  gap: text`Gap in the feed: some events disappeared before they could be read.`,
  /** @param error in English */
  stops: (error: string) => text`Gavel is stopping: ${error}`,
});
