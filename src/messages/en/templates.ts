import type { Writer } from '../writer.ts';

/** Texts about templates: an admin's own words in and above a card. */
export const templateMessages = ({ text, number, count, command }: Writer) => ({
  description: text`Use your own words in alerts`,
  topicOption: text`Type of event (default: sales)`,
  channelOption: text`Only in this channel`,
  alertOption: text`Only for this alert`,
  placeholderOption: text`Look up a placeholder, with an example`,
  /** A choice of the option, and the answer to it; `written` with its braces. */
  placeholderChoice: (written: string, meaning: string) => text`${written}: ${meaning}`,
  placeholderExample: (written: string, meaning: string, example: string) =>
    text`${written}: ${meaning}, for example ${example}`,

  /** @param topic events in the plural */
  ofServer: (topic: string) => text`**Template for ${topic}** throughout the server`,
  ofChannel: (topic: string, channel: string) => text`**Template for ${topic}** in ${channel}`,
  ofRule: (topic: string, alert: string, channel: string) =>
    text`**Template for ${topic}** from alert ${alert} in ${channel}`,
  /** Which template counts. */
  own: text`New messages use this template.`,
  fromServer: text`No template here. New messages use the server’s template.`,
  fromChannel: text`No template here. New messages use the channel’s template.`,
  none: text`No template yet. Alerts look as usual.`,
  /** @param templates of channels and alerts */
  nearer: (templates: number) =>
    text`${count(templates, {
      one: 'channel or alert has its own template.',
      other: 'channels and alerts have their own templates.',
    })}`,
  saved: text`✅ Saved.`,
  removed: text`✅ Reset.`,
  alreadyReset: text`There is no template to reset.`,
  partsChanged: text`✅ Card parts changed.`,

  /** Titles of the previews. */
  latest: text`Latest event:`,
  invented: text`Event with invented numbers:`,
  worst: text`Worst case (unknown values and very long names):`,
  noRoom: text`-# The worst case fits in a message too, but there is no room to show it here.`,

  /** Names in invented events. */
  exampleToken: text`Paper Lion #214`,
  exampleCollection: text`Paper Lions`,
  longName: text`The Longest Name That Anybody Ever Gave to a Token or to a Whole Collection of Them, and Then Some`,

  edit: text`Edit`,
  reset: text`Reset`,
  cardParts: text`Card parts to show`,

  /** The modal. Discord allows 45 characters for its title and labels, and 100 for descriptions. */
  modalTitle: (topic: string) => text`Template for ${topic}`,
  /** @param examples each placeholder with an example */
  hint: (examples: string, fallback: string, group: string) =>
    text`${examples}\n${fallback} shows the first known value. ${group} is hidden if the rank is unknown.`,
  about: {
    message: text`Shown above the card. Leave empty for no message`,
    title: text`Leave empty for the usual title`,
    text: text`Shown below the title. Leave empty for the usual text`,
  },

  /** The screen of a template that cannot be saved. @param reasons a sentence or more for each part */
  notSaved: (reasons: string) => text`❌ Nothing was saved.\n${reasons}`,
  inPart: (part: string, problem: string) => text`**${part}**: ${problem}`,
  editAgain: text`Edit again`,
  discard: text`Discard`,
  draftOver: text`This draft is no longer stored. Start again with ${command('template')}.`,

  notPosted: (alert: string, topic: string) => text`Alert ${alert} does not post ${topic}.`,
  oneTarget: text`Choose either **channel** or **alert**.`,
  unknownPlaceholder: text`Choose a placeholder from the list.`,
  unknownTopic: text`Choose a type of event from the list.`,
  full: (templates: number) =>
    text`This server already has ${count(templates, { one: 'template', other: 'templates' })}, the maximum. Reset one before you add another.`,

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
    floor: text`collection floor`,
    'floor.change': text`distance from floor, or floor change`,
    'floor.before': text`previous floor`,
    held: text`time the seller held the token`,
    profit: text`seller’s profit or loss`,
    last: text`price of the previous sale`,
    bid: text`highest bid`,
    bids: text`number of bids`,
    leader: text`highest bidder`,
    'start.price': text`starting price`,
    ends: text`end time of the auction`,
    link: text`link to the marketplace`,
    transaction: text`link to the transaction`,
    time: text`time of the event`,
  },

  /** The parts of a template. */
  parts: { message: text`Message`, title: text`Title`, text: text`Text` },

  /**
   * Why a template cannot be saved. `at`: the position of the cause, from 1. `written` and `mark` are code, as they
   * were typed.
   */
  problems: {
    tooLong: (tooMany: number) =>
      text`Too long by ${count(tooMany, { one: 'character', other: 'characters' })}. Shorten it.`,
    tooLongFilled: (tooMany: number) =>
      text`With the longest possible values, too long by ${count(tooMany, { one: 'character', other: 'characters' })}. Shorten it.`,
    didYouMean: (written: string, at: number, nearest: string) =>
      text`There is no placeholder ${written} (character ${number(at)}). Did you mean ${nearest}?`,
    unknown: (written: string, at: number) =>
      text`There is no placeholder ${written} (character ${number(at)}). The template form lists all placeholders.`,
    open: (mark: string, at: number) =>
      text`${mark} at character ${number(at)} is not closed. Close it or remove it.`,
    stray: (mark: string, at: number, escaped: string) =>
      text`${mark} at character ${number(at)} has no opening bracket. To show the bracket itself, write ${escaped}.`,
    empty: (at: number, example: string) =>
      text`The placeholder at character ${number(at)} has no name. Enter one, for example ${example}.`,
    longWords: (at: number, most: number) =>
      text`The quoted text at character ${number(at)} is too long. Use at most ${count(most, { one: 'character', other: 'characters' })}.`,
    inCode: (at: number) =>
      text`The placeholder at character ${number(at)} is inside code, which Discord does not format. Move it out of the backticks.`,
    inAddress: (at: number, example: string) =>
      text`The placeholder at character ${number(at)} is inside an address. Write the whole link as ${example}.`,
    tooDeep: (at: number, most: number) =>
      text`The group at character ${number(at)} is nested too deeply. Use at most ${count(most, { one: 'level', other: 'levels' })}.`,
  },
});
