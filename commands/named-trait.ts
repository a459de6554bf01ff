import { findTrait, findTraitType, type NamedTrait } from '../src/discord/finding/find-trait.ts';
import { escapedLine } from '../src/discord/text.ts';
import { UserError } from '../src/discord/user-error.ts';
import type { TraitType } from '../src/domain/collection.ts';
import { findable, findBest } from '../src/domain/finding.ts';

/** How many names are suggested. */
const SUGGESTIONS = 3;

function refusal(typed: string, what: string, names: readonly string[]): UserError {
  const near = findBest(
    names.map((name) => findable(name, [name])),
    typed,
    SUGGESTIONS,
  ).map((name) => `“${escapedLine(name, 80)}”`);
  const hint =
    near.length === 0 ? 'Pick one of the suggestions while you type.' : `Did you mean ${near.join(' or ')}?`;
  return new UserError(`That collection has no ${what} “${escapedLine(typed, 80)}”. ${hint}`);
}

/**
 * The trait value that an option names, as `traitChoices` or a person wrote it.
 * @throws UserError with the nearest ones when there is none
 */
export function namedTrait(typed: string, traits: readonly TraitType[]): NamedTrait {
  const found = findTrait(typed, traits);
  if (found !== null) return found;
  const names = traits.flatMap(({ type, values }) => values.map(({ value }) => `${type}: ${value}`));
  throw refusal(typed, 'trait', names);
}

/**
 * The trait type that an option names, as `traitTypeChoices` or a person wrote it.
 * @throws UserError with the nearest ones when there is none
 */
export function namedTraitType(typed: string, traits: readonly TraitType[]): TraitType {
  const found = findTraitType(typed, traits);
  if (found !== null) return found;
  throw refusal(
    typed,
    'trait type',
    traits.map(({ type }) => type),
  );
}
