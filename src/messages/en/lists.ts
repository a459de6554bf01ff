import type { Writer } from '../writer.ts';

/** Texts that lists share: their pages, omitted entries, the age of an answer; buttons of many screens. */
export const listMessages = ({ text, number, list }: Writer) => ({
  /** A line of a screen, with its label in bold. */
  labelled: (label: string, value: string) => text`**${label}** ${value}`,
  page: (page: number) => text`page ${number(page)}`,
  pageOf: (page: number, last: number) => text`page ${number(page)} of ${number(last)}`,
  first: text`« First`,
  previous: text`‹ Previous`,
  next: text`Next ›`,
  last: text`Last »`,
  others: (count: number) => text`and ${number(count)} more`,
  othersInTransaction: (count: number) => text`and ${number(count)} more in the same transaction`,
  nothingOnThisPage: text`No matches on this page. Try the next one.`,
  listedOnesOnly: text`listed for sale`,
  listedOnly: text`Listed for sale`,
  listedOrNot: text`All items`,
  /** For a name that cannot be shown. */
  unnamed: text`unnamed`,
  /** For a value that cannot be shown. */
  blank: text`blank`,
  open: text`Open`,
  collection: text`Collection`,
  exactAmounts: text`Exact amounts`,
  /** @param when a Discord timestamp */
  asOf: (when: string) => text`As of ${when}. The marketplace has sent no newer data.`,
  pickSuggestion: text`Pick a suggestion while you type.`,
  didYouMean: (names: readonly string[]) =>
    text`Did you mean ${list(
      names.map((name) => text`“${name}”`),
      'or',
    )}?`,
});
