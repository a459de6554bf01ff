import { escapeMarkdownLine } from './text.ts';
import { type Sentence, UserError } from './user-error.ts';

const SHOWN_LENGTH = 80;

/** A typed text, with the name of its option or modal field. */
export interface OptionInput {
  readonly option: string;
  readonly text: string;
}

/**
 * Creates the error for an unreadable option.
 * @param hint a sentence on what to write instead
 */
export function unreadable({ option, text }: OptionInput, hint: Sentence | string): UserError {
  const shown = escapeMarkdownLine(text, SHOWN_LENGTH);
  return new UserError((messages) =>
    messages.interactions.unreadableOption(option, shown, typeof hint === 'string' ? hint : hint(messages)),
  );
}

/** Texts that clear a value. */
const NOTHING = new Set(['', '-', '–', '—', 'none']);

/** Returns whether the text clears the value. */
export function isCleared(text: string): boolean {
  return NOTHING.has(text.trim().toLowerCase());
}
