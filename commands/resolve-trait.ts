import type { Address } from '#src/chain/address.ts';
import { findTrait, findTraitType, type NamedTrait } from '#src/discord/finding/find-trait.ts';
import { traitKey } from '#src/discord/finding/trait-key.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { TraitType } from '#src/marketplace/model/collection.ts';
import { searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Maximum number of suggested names. */
const SUGGESTIONS = 3;

function notFoundError(
  typed: string,
  unknown: (messages: Messages, typed: string) => string,
  names: readonly string[],
): UserError {
  const near = searchItems(
    names.map((name) => toSearchItem(name, [name])),
    typed,
    SUGGESTIONS,
  ).map((name) => escapeMarkdownLine(name, 80));
  return new UserError((messages) => {
    const { lists } = messages;
    const hint = near.length === 0 ? lists.pickSuggestion : lists.didYouMean(near);
    return `${unknown(messages, escapeMarkdownLine(typed, 80))} ${hint}`;
  });
}

/**
 * Resolves the option to a trait value, as written by `traitChoices` or a user.
 * @throws UserError with the nearest values when there is none
 */
export function resolveTrait(typed: string, traits: readonly TraitType[]): NamedTrait {
  const found = findTrait(typed, traits);
  if (found !== null) return found;
  const names = traits.flatMap(({ type, values }) => values.map(({ value }) => `${type}: ${value}`));
  throw notFoundError(typed, ({ traits: words }, shown) => words.unknownTrait(shown), names);
}

/**
 * Resolves the option to a trait type, as written by `traitTypeChoices` or a user.
 * @throws UserError with the nearest types when there is none
 */
export function resolveTraitType(typed: string, traits: readonly TraitType[]): TraitType {
  const found = findTraitType(typed, traits);
  if (found !== null) return found;
  throw notFoundError(
    typed,
    ({ traits: words }, shown) => words.unknownType(shown),
    traits.map(({ type }) => type),
  );
}

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
