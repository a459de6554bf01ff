import type { Writer } from '../writer.ts';

/** Texts that any command, button, menu or modal may answer. Option names are as Discord shows them. */
export const interactionMessages = ({ text, number }: Writer) => ({
  unknownError: text`Something went wrong on my side. Please try again in a moment.`,
  marketplaceNotFound: text`The marketplace does not know that. Pick one of the suggestions while you type.`,
  marketplaceRateLimited: text`The marketplace is busy right now. Please try again in a minute.`,
  marketplaceUnavailable: text`The marketplace does not answer right now. Please try again in a minute.`,
  marketplaceBadResponse: text`The marketplace gave an answer that I could not read. Please try again in a minute.`,
  belongsToSomebodyElse: text`This belongs to somebody else. Run the command yourself, then it is yours to use.`,
  outdated: text`This does not work any more: it belongs to an earlier version of me. Please run the command again.`,
  tryAgain: text`Try again`,
  /** For the input of a refused modal that was discarded. */
  typedForgotten: text`I do not remember any more what you typed. Please open it from the command again.`,
  onlyInServers: text`This works in servers that I was invited to, not here. Please use it there.`,
  /** @param retry a Discord timestamp, here and below */
  tooManyOfMember: (retry: string) => text`That was a lot at once. Try again ${retry}.`,
  tooManyOfServer: (retry: string) => text`This server asks me a lot right now. Try again ${retry}.`,
  /**
   * @param shown the typed text, escaped
   * @param hint a sentence on what to write instead
   */
  unreadableOption: (option: string, shown: string, hint: string) =>
    text`I cannot read “${shown}” in **${option}**. ${hint}`,
  notAChoice: (option: string) => text`Pick one of the choices of **${option}**.`,
  atMost: (option: string, maximum: number) => text`**${option}** takes at most ${number(maximum)}.`,
  atLeast: (option: string, minimum: number) => text`**${option}** takes at least ${number(minimum)}.`,
  between: (option: string, minimum: number, maximum: number) =>
    text`**${option}** takes ${number(minimum)} to ${number(maximum)}.`,
  tooLong: (option: string, maximum: number) =>
    text`**${option}** takes at most ${number(maximum)} characters.`,
});
