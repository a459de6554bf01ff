import { outsideBrackets } from './pseudo-language.ts';

/** Discord's mentions and timestamps, web addresses and numbers: the same in every language. */
const MARKUP = /<[^<>\s]+>|https?:\/\/\S+/g;

/** Words outside the brackets of the pseudo-language: what the language itself does not say. */
export function unmarkedWords(text: string | undefined): readonly string[] {
  return outsideBrackets(text ?? '').flatMap(
    (piece) => piece.replaceAll(MARKUP, ' ').match(/[\p{L}]{2,}/gu) ?? [],
  );
}

/** The same for every text in an answer, an embed or a list of them, at any depth. */
export function unmarkedWordsIn(value: unknown, leaveOut: readonly string[] = []): readonly string[] {
  if (typeof value === 'string') return unmarkedWords(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    leaveOut.includes(key) ? [] : unmarkedWordsIn(one, leaveOut),
  );
}
