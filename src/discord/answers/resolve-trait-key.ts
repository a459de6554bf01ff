import type { Address } from '../../chain/address.ts';
import type { TraitType } from '../../marketplace/model/collection.ts';
import type { NamedTrait } from '../finding/find-trait.ts';
import { traitKey } from '../finding/trait-key.ts';
import type { Lookups } from '../lookups.ts';
import { UserError } from '../user-error.ts';

const removedError = () => new UserError(({ traits }) => traits.removed);

/**
 * Resolves the key of a trait value from a custom id.
 * @throws UserError when the collection has no such trait value
 */
export async function resolveTraitByKey(
  collection: Address,
  key: string,
  lookups: Pick<Lookups, 'traits'>,
): Promise<NamedTrait> {
  const { value: traits } = await lookups.traits(collection);
  for (const { type, values } of traits) {
    const found = values.find(({ value }) => traitKey(type, value) === key);
    if (found !== undefined) return { type, value: found.value };
  }
  throw removedError();
}

/**
 * Resolves the key of a trait type from a custom id.
 * @throws UserError when there is no such trait type
 */
export function resolveTraitTypeByKey(traits: readonly TraitType[], key: string): TraitType {
  const found = traits.find(({ type }) => traitKey(type) === key);
  if (found === undefined) throw removedError();
  return found;
}
