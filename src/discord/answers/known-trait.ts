import type { Address } from '../../domain/address.ts';
import type { TraitType } from '../../domain/collection.ts';
import type { NamedTrait } from '../finding/find-trait.ts';
import { traitKey } from '../finding/trait-key.ts';
import type { Lookups } from '../lookups.ts';
import { UserError } from '../user-error.ts';

const GONE =
  'This collection has no such trait any more: its traits were worked out anew. `/collection traits` shows those that it has.';

/**
 * The trait value that a key in a custom id means.
 * @throws UserError when the collection has none such (any more)
 */
export async function knownTrait(
  collection: Address,
  key: string,
  lookups: Pick<Lookups, 'traits'>,
): Promise<NamedTrait> {
  const { value: traits } = await lookups.traits(collection);
  for (const { type, values } of traits) {
    const found = values.find(({ value }) => traitKey(type, value) === key);
    if (found !== undefined) return { type, value: found.value };
  }
  throw new UserError(GONE);
}

/**
 * The trait type that a key in a custom id means.
 * @throws UserError when there is none such (any more)
 */
export function knownTraitType(traits: readonly TraitType[], key: string): TraitType {
  const found = traits.find(({ type }) => traitKey(type) === key);
  if (found === undefined) throw new UserError(GONE);
  return found;
}
