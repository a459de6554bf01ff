import type { CommandServices } from '../src/discord/services.ts';
import { escapedLine } from '../src/discord/text.ts';
import { UserError } from '../src/discord/user-error.ts';
import type { CollectionSummary } from '../src/domain/collection.ts';

/** How many names are suggested, and how few letters still say something. */
const SUGGESTIONS = 3;
const FEWEST_LETTERS = 3;

/**
 * Collections that somebody may have meant: those that hold what was typed, else those that share the beginning of one
 * of its words, the longest word first and as much of it as possible.
 */
function nearest(typed: string, { collections }: CommandServices): readonly CollectionSummary[] {
  const whole = collections.search(typed, SUGGESTIONS);
  if (whole.length > 0) return whole;
  const words = typed.split(/\s+/).toSorted((a, b) => b.length - a.length);
  for (const word of words) {
    for (let letters = word.length; letters >= FEWEST_LETTERS; letters -= 1) {
      const found = collections.search(word.slice(0, letters), SUGGESTIONS);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/**
 * The collection that an option names: chosen from autocomplete, pasted as address, path or URL, or typed by name.
 * @throws UserError with the nearest names when there is none
 */
export function namedCollection(typed: string, services: CommandServices): CollectionSummary {
  const collection = services.collections.resolve(typed);
  if (collection !== undefined) return collection;
  const names = nearest(typed, services).map(({ name }) => `“${escapedLine(name, 80)}”`);
  const hint =
    names.length === 0
      ? 'Pick one of the suggestions while you type.'
      : `Did you mean ${names.join(' or ')}?`;
  throw new UserError(`I know no collection “${escapedLine(typed, 80)}”. ${hint}`);
}
