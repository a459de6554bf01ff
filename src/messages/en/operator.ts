import type { Writer } from '../writer.ts';

/** The operator's channel. Log lines are quoted unchanged, in English. */
export const operatorMessages = ({ text, number, count }: Writer) => ({
  title: text`Gavel: operator message`,
  titleOfSeveral: (messages: number) => text`Gavel: ${number(messages)} operator messages`,
  more: (messages: number) => text`… and ${number(messages)} more; the log has all of them.`,
  feedUnreadable: text`The marketplace’s feed cannot be read`,
  auctionsUnreadable: text`The marketplace’s auctions cannot be read`,
  storeUnwritable: text`The database cannot be written, so nothing new is posted`,
  /** @param what one of the three above */
  lasts: (what: string, minutes: number) => text`${what}: for ${number(minutes)} min now.`,
  isOver: (what: string, minutes: number) => text`${what}: is over after ${number(minutes)} min.`,
  unread: (unread: number, records: number) =>
    text`${number(unread)} of ${count(records, { one: 'new record', other: 'new records' })} of the last hour cannot be read. Nothing of them is posted.`,
  gap: text`A gap in the feed: the marketplace no longer showed what had happened.`,
  /** @param error in English */
  stops: (error: string) => text`Gavel has to stop: ${error}`,
});
