import type { Writer } from '../writer.ts';

/** Texts about templates: an admin's own words in and above a card. */
export const templateMessages = ({ text, number, count }: Writer) => ({
  /** What each placeholder stands for; at most 40 characters. */
  meanings: {
    token: text`token or tokens`,
    collection: text`collection`,
    count: text`number of tokens or units`,
    price: text`price`,
    'price.fiat': text`price in a fiat currency`,
    average: text`average price in a sweep`,
    buyer: text`buyer`,
    seller: text`seller`,
    bidder: text`bidder`,
    minter: text`recipient of a mint`,
    burner: text`previous owner of a burned token`,
    from: text`previous owner`,
    to: text`new owner`,
    rank: text`rarity rank`,
    floor: text`floor of the collection`,
    'floor.change': text`distance from the floor, or its change`,
    'floor.before': text`previous floor`,
    held: text`how long the seller held it`,
    profit: text`profit or loss of the seller`,
    last: text`price of the previous sale`,
    bid: text`highest bid`,
    bids: text`number of bids`,
    leader: text`highest bidder`,
    'start.price': text`starting price`,
    ends: text`end of the auction`,
    link: text`page on the marketplace`,
    transaction: text`page of the transaction`,
    time: text`time of the event`,
  },

  /** The parts of a template. */
  parts: { message: text`Message`, title: text`Title`, text: text`Text` },

  /**
   * Why a template cannot be saved. `at`: the position of the cause, from 1. `written` and `mark` are code, as they
   * were typed.
   */
  problems: {
    didYouMean: (written: string, at: number, nearest: string) =>
      text`${written} at ${number(at)}: did you mean ${nearest}?`,
    unknown: (written: string, at: number) =>
      text`${written} at ${number(at)}: there is no such placeholder. The modal lists all of them.`,
    open: (mark: string, at: number) => text`${mark} at ${number(at)} is never closed.`,
    stray: (mark: string, at: number, escaped: string) =>
      text`${mark} at ${number(at)} closes nothing. Write ${escaped} for the character itself.`,
    empty: (at: number, example: string) =>
      text`The placeholder at ${number(at)} has no name. Write for example ${example}.`,
    longWords: (at: number, most: number) =>
      text`The words in quotation marks at ${number(at)} are too long: ${count(most, { one: 'character', other: 'characters' })} at most.`,
    inCode: (at: number) =>
      text`The placeholder at ${number(at)} is in code, where Discord formats nothing. Move it out of the backticks.`,
    inAddress: (at: number, example: string) =>
      text`The placeholder at ${number(at)} is in an address. Write a link as ${example}.`,
    tooDeep: (at: number, most: number) =>
      text`The group at ${number(at)} is too deep: ${count(most, { one: 'level', other: 'levels' })} at most.`,
  },
});
