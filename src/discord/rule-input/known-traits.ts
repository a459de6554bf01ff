import type { AlertFilter } from '../../domain/alert-filter.ts';
import { optionally } from '../answers/optional.ts';
import type { CommandServices } from '../services.ts';
import type { TraitName } from './traits.ts';

/** The traits of more collections are not asked for. */
const MOST_COLLECTIONS = 5;

/**
 * Every trait value of the chosen collections, with those that the rule names already; `null` where no collection is
 * chosen, too many are, or the marketplace does not tell.
 */
export async function knownTraitsOf(
  { collections, traits }: Pick<AlertFilter, 'collections' | 'traits'>,
  { lookups }: Pick<CommandServices, 'lookups'>,
): Promise<readonly TraitName[] | null> {
  if (collections.type !== 'these' || collections.addresses.length > MOST_COLLECTIONS) return null;
  const told = await Promise.all(collections.addresses.map((address) => optionally(lookups.traits(address))));
  if (told.includes(null)) return null;
  const all = told.flatMap((one) => one?.value ?? []);
  return [
    ...(traits?.traits ?? []),
    ...all.flatMap(({ type, values }) => values.map(({ value }) => ({ type, value }))),
  ];
}
