import type { Writer } from '../writer.ts';

const MESSAGES = { one: 'message', other: 'messages' };

/** Texts on what an alert would have posted. */
export const backtestMessages = ({ text, number, count, percent, command }: Writer) => ({
  /** Periods, as the start of a sentence. `moment`: date and time */
  lastDays: (days: number) => text`In the last ${number(days)} days`,
  since: (moment: string) => text`Since ${moment}`,
  salesLastDays: (days: number) => text`Sales in the last ${number(days)} days`,
  salesSince: (moment: string) => text`Sales since ${moment}`,
  othersLastDays: (days: number) => text`Other events in the last ${number(days)} days`,
  othersSince: (moment: string) => text`Other events since ${moment}`,

  nothing: (period: string) => text`**${period}:** no messages.`,
  /** @param busiest `null` for a single day. @param isAtMost whether there may be fewer */
  figures: (
    period: string,
    {
      messages,
      busiest,
      pings,
      isAtMost,
    }: {
      readonly messages: number;
      readonly busiest: number | null;
      readonly pings: number;
      readonly isAtMost: boolean;
    },
  ) =>
    text`**${period}:** ${isAtMost ? text`at most ` : ''}${count(messages, MESSAGES)}${
      busiest === null ? '' : text`, ${number(busiest)} on the busiest day`
    }${pings === 0 ? '' : text`, ${count(pings, { one: 'ping', other: 'pings' })}`}.`,
  /** @param topics a list of topics, in the plural */
  notCounted: (topics: string) => text`Not counted: ${topics}.`,
  /** @param share 0 to 1 */
  counting: (share: number) => text`Counting past events… ${percent(share * 100, { digits: 0 })}`,

  flood: (aDay: number) =>
    text`This would have posted about ${number(aDay)} messages a day. Choose a collection, raise the minimum price, or set a limit with ${command('alerts channel')}.`,
  /** On a button. @param price with its coin */
  narrower: (price: string, aDay: number) => text`${price} and up: at most ${number(aDay)} a day`,
});
