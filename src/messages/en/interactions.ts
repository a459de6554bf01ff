import type { Writer } from '../writer.ts';

/** Texts that any command, button, menu or modal may answer. Option names are as Discord shows them. */
export const interactionMessages = ({ text, number }: Writer) => ({
  unknownError: text`Something went wrong. Try again in a moment.`,
  marketplaceNotFound: text`Not found on the marketplace. Pick a suggestion while you type.`,
  marketplaceRateLimited: text`The marketplace is busy. Try again in a minute.`,
  marketplaceUnavailable: text`The marketplace is not responding. Try again in a minute.`,
  marketplaceBadResponse: text`The marketplace sent an unreadable response. Try again in a minute.`,
  belongsToSomebodyElse: text`Only the person who ran this command can use its buttons and menus. Run the command yourself.`,
  outdated: text`This is from an older version of the bot. Run the command again.`,
  tryAgain: text`Try again`,
  /** For the input of a refused modal that was discarded. */
  typedForgotten: text`Your input is no longer available. Run the command again.`,
  onlyInServers: text`This works only in servers that have the bot. Use it in one of them.`,
  /** @param retry a Discord timestamp, here and below */
  tooManyOfMember: (retry: string) => text`Too many requests. Try again ${retry}.`,
  tooManyOfServer: (retry: string) => text`Too many requests from this server. Try again ${retry}.`,
  /**
   * @param shown the typed text, escaped
   * @param hint a sentence on what to write instead
   */
  unreadableOption: (option: string, shown: string, hint: string) =>
    text`I can’t read “${shown}” in **${option}**. ${hint}`,
  notAChoice: (option: string) => text`**${option}** must be one of the listed choices.`,
  atMost: (option: string, maximum: number) => text`**${option}** must be at most ${number(maximum)}.`,
  atLeast: (option: string, minimum: number) => text`**${option}** must be at least ${number(minimum)}.`,
  between: (option: string, minimum: number, maximum: number) =>
    text`**${option}** must be between ${number(minimum)} and ${number(maximum)}.`,
  tooLong: (option: string, maximum: number) =>
    text`**${option}** can have at most ${number(maximum)} characters.`,
});
