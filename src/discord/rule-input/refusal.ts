import { escapedLine } from '../text.ts';
import { UserError } from '../user-error.ts';

const SHOWN_LENGTH = 80;

/** What somebody typed, and the option or line of a form that they typed it into, by its name. */
export interface Typed {
  readonly option: string;
  readonly text: string;
}

/** Says which option cannot be read, and what to write instead. */
export function unreadable({ option, text }: Typed, hint: string): UserError {
  return new UserError(`I cannot read “${escapedLine(text, SHOWN_LENGTH)}” in **${option}**. ${hint}`);
}

/** What people write where they want nothing set. */
const NOTHING = new Set(['', '-', '–', '—', 'none']);

/** Whether the text takes away what was set. */
export function isCleared(text: string): boolean {
  return NOTHING.has(text.trim().toLowerCase());
}
