import type { Writer } from '../writer.ts';

/** Texts that lists share: their pages, omitted entries, the age of an answer; buttons of many screens. */
export const listMessages = ({ text, number, list }: Writer) => ({
  page: (page: number) => text`page ${number(page)}`,
  pageOf: (page: number, last: number) => text`page ${number(page)} of ${number(last)}`,
  first: text`« First`,
  previous: text`‹ Previous`,
  next: text`Next ›`,
  last: text`Last »`,
  others: (count: number) => text`and ${number(count)} more`,
  othersInTransaction: (count: number) => text`and ${number(count)} more in the same transaction`,
  nothingOnThisPage: text`Nothing on this page fits; the next one may have some.`,
  listedOnesOnly: text`listed ones only`,
  listedOnly: text`Listed only`,
  listedOrNot: text`Listed or not`,
  /** For a name that cannot be shown. */
  unnamed: text`unnamed`,
  /** For a value that cannot be shown. */
  blank: text`blank`,
  open: text`Open`,
  collection: text`Collection`,
  exactAmounts: text`Exact amounts`,
  /** @param when a Discord timestamp */
  asOf: (when: string) => text`As of ${when}; the marketplace has sent nothing newer.`,
  pickSuggestion: text`Pick one of the suggestions while you type.`,
  didYouMean: (names: readonly string[]) =>
    text`Did you mean ${list(
      names.map((name) => text`“${name}”`),
      'or',
    )}?`,
});
