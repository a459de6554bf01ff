import { meaningsOf } from '../src/discord/finding/meanings.ts';
import type { CommandServices } from '../src/discord/services.ts';
import { escapedLine } from '../src/discord/text.ts';
import { UserError } from '../src/discord/user-error.ts';
import type { CollectionSummary } from '../src/domain/collection.ts';

/** How many names are suggested, and how few letters still say something. */
const SUGGESTIONS = 3;
const FEWEST_LETTERS = 3;

/**
 * Collections that somebody may have meant: those that fit what was typed, mistakes forgiven, else those that share the
 * beginning of one of its words, the longest word first and as much of it as possible.
 */
function nearest(typed: string, { collections }: CommandServices): readonly CollectionSummary[] {
  const whole = collections.search(typed, SUGGESTIONS);
  if (whole.length > 0) return whole;
  const words = typed.split(/\s+/).toSorted((a, b) => b.length - a.length);
  for (const word of words) {
    for (let letters = word.length - 1; letters >= FEWEST_LETTERS; letters -= 1) {
      const found = collections.search(word.slice(0, letters), SUGGESTIONS);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The collection that a text names, if any: a page first, then the exact name, then a token or an auction of it. */
export function understoodCollection(
  typed: string,
  { collections, view }: Pick<CommandServices, 'collections' | 'view'>,
): CollectionSummary | undefined {
  const isPage = view.links.read(typed).length > 0;
  const exact = isPage ? undefined : collections.resolve(typed);
  if (exact !== undefined) return exact;
  for (const meaning of meaningsOf(typed, view.links.read)) {
    if (meaning.of === 'person' || meaning.collection === null) continue;
    const found = collections.resolve(meaning.collection);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The collection that an option names: chosen from autocomplete, typed by name, or pasted as address, path, or the page
 * of the collection or of something in it.
 * @throws UserError with the nearest names when there is none
 */
export function namedCollection(typed: string, services: CommandServices): CollectionSummary {
  const collection = understoodCollection(typed, services);
  if (collection !== undefined) return collection;
  const names = nearest(typed, services).map(({ name }) => `“${escapedLine(name, 80)}”`);
  const hint =
    names.length === 0
      ? 'Pick one of the suggestions while you type.'
      : `Did you mean ${names.join(' or ')}?`;
  throw new UserError(`I know no collection “${escapedLine(typed, 80)}”. ${hint}`);
}
