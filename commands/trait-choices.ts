import type { Choices } from '../src/discord/command.ts';
import { findTraitType } from '../src/discord/finding/find-trait.ts';
import { traitKey } from '../src/discord/finding/trait-key.ts';
import type { CommandServices } from '../src/discord/services.ts';
import { plainLine } from '../src/discord/text.ts';
import type { ViewContext } from '../src/discord/views/context.ts';
import { numberText } from '../src/discord/views/numbers.ts';
import type { TraitType } from '../src/domain/collection.ts';
import { findable, findBest, preparedOnce } from '../src/domain/finding.ts';

/** Discord: at most 25 choices, and 100 characters a choice. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

function traitsOf(collection: string | null, services: CommandServices): readonly TraitType[] {
  const chosen = collection === null ? undefined : services.collections.resolve(collection);
  return chosen === undefined ? [] : services.hints.traits(chosen.address);
}

/** What a choice sends: the text itself where Discord takes it, so that people can read it, else its key. */
function valueOf(text: string, key: string): string {
  return text.trim() !== '' && text.length <= CHOICE_LENGTH ? text : key;
}

function countText(count: number | null, view: ViewContext): string {
  return count === null ? '' : ` (${numberText(count, view)})`;
}

function named(text: string, count: number | null, view: ViewContext): string {
  const suffix = countText(count, view);
  return `${plainLine(text, CHOICE_LENGTH - suffix.length) || 'unnamed'}${suffix}`;
}

const findableTypes = preparedOnce((traits: readonly TraitType[]) =>
  traits.map((trait) => findable(trait, [trait.type])),
);

const findableValues = preparedOnce(({ type, values }: TraitType) =>
  values.map(({ value, count }) => findable({ type, value, count }, [value, `${type}: ${value}`])),
);

/**
 * Trait types of the collection that was chosen before in the same command; `namedTraitType` reads what they send.
 * @param collection the text of the option `collection` so far
 */
export function traitTypeChoices(
  typed: string,
  collection: string | null,
  services: CommandServices,
): Choices {
  const types = findableTypes(traitsOf(collection, services));
  return findBest(types, typed, MAX_CHOICES).map(({ type, values }) => ({
    name: named(type, values.length, services.view),
    value: valueOf(type, traitKey(type)),
  }));
}

/**
 * Trait values of the collection that was chosen before in the same command, found by type or value; `namedTrait`
 * reads what they send.
 * @param collection the text of the option `collection` so far
 * @param type the text of the option for the trait type so far, where there is one: then only its values come up
 */
export function traitChoices(
  typed: string,
  collection: string | null,
  services: CommandServices,
  type: string | null = null,
): Choices {
  const all = traitsOf(collection, services);
  const chosen = type === null ? null : findTraitType(type, all);
  const values = (chosen === null ? all : [chosen]).flatMap(findableValues);
  return findBest(values, typed, MAX_CHOICES).map(({ type, value, count }) => ({
    name: named(`${type}: ${value}`, count, services.view),
    value: valueOf(`${type}: ${value}`, traitKey(type, value)),
  }));
}
