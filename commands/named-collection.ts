import type { CommandServices } from '../src/discord/services.ts';
import { escapedLine } from '../src/discord/text.ts';
import { UserError } from '../src/discord/user-error.ts';
import type { CollectionSummary } from '../src/domain/collection.ts';

/**
 * The collection that an option names: chosen from autocomplete, pasted as address, path or URL, or typed by name.
 * @throws UserError with the nearest names when there is none
 */
export function namedCollection(typed: string, services: CommandServices): CollectionSummary {
  const collection = services.collections.resolve(typed);
  if (collection !== undefined) return collection;
  const nearest = services.collections.search(typed, 3).map(({ name }) => `“${escapedLine(name, 80)}”`);
  const hint =
    nearest.length === 0
      ? 'Pick one of the suggestions while you type.'
      : `Did you mean ${nearest.join(' or ')}?`;
  throw new UserError(`I know no collection “${escapedLine(typed, 80)}”. ${hint}`);
}
