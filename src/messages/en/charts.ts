import type { Writer } from '../writer.ts';

/** Charts: the words in a picture, and its alternative text. */
export const chartMessages = ({ text, number, count }: Writer) => ({
  line: { floor: text`Floor`, owners: text`Owners`, bids: text`Highest bid` },
  dots: { sales: text`Sales`, bids: text`Bids` },
  bars: text`Volume`,
  mark: text`Threshold`,
  nothing: text`No data in this period`,
  cutOff: (highest: string) => text`Values cut off (highest: ${highest})`,
  /** Below the picture, and in the alternative text. */
  someShown: {
    sales: (shown: number, all: number) =>
      text`${number(shown)} of ${count(all, { one: 'sale', other: 'sales' })} shown`,
    bids: (shown: number, all: number) =>
      text`${number(shown)} of ${count(all, { one: 'bid', other: 'bids' })} shown`,
  },
  /** The alternative text; each part is a sentence. */
  alternative: {
    period: (from: string, to: string, timeZone: string) => text`Chart from ${from} to ${to} (${timeZone}).`,
    nothing: text`No data in this period.`,
    line: (name: string, first: string, last: string) => text`${name} from ${first} to ${last}.`,
    steady: (name: string, value: string) => text`${name}: ${value} throughout.`,
    steadySince: (name: string, value: string, since: string) => text`${name}: ${value} since ${since}.`,
    ended: (name: string, last: string) => text`${name}: last ${last}, then none.`,
    range: (lowest: string, highest: string) => text`Lowest ${lowest}, highest ${highest}.`,
    sales: (lowest: string, highest: string) => text`Sales from ${lowest} to ${highest}.`,
    bids: (lowest: string, highest: string) => text`Bids from ${lowest} to ${highest}.`,
    volume: (highest: string) => text`Volume up to ${highest} per bar.`,
    mark: (value: string) => text`Threshold: ${value}.`,
  },
});
