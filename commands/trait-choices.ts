import type { Choices } from '#src/discord/command.ts';
import { findTraitType } from '#src/discord/finding/find-trait.ts';
import { traitKey } from '#src/discord/finding/trait-key.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import type { TraitType } from '#src/marketplace/model/collection.ts';
import { memoise, searchItemsInSteps, toSearchItem } from '#src/marketplace/text-search.ts';

/** Discord: at most 25 choices, and 100 characters a choice. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

function traitsOf(collection: string | null, services: CommandServices): readonly TraitType[] {
  const chosen = collection === null ? undefined : services.collections.resolve(collection);
  return chosen === undefined ? [] : services.suggestions.traits(chosen.address);
}

/** The value of a choice: the readable text where it fits, else the key. */
function valueOf(text: string, key: string): string {
  return text.trim() !== '' && text.length <= CHOICE_LENGTH ? text : key;
}

function countText(count: number | null, view: ViewContext): string {
  return count === null ? '' : ` (${view.messages.writer.number(count)})`;
}

function choiceName(text: string, count: number | null, view: ViewContext): string {
  const suffix = countText(count, view);
  return `${sanitizeLine(text, CHOICE_LENGTH - suffix.length) || view.messages.lists.unnamed}${suffix}`;
}

const findableTypes = memoise((traits: readonly TraitType[]) =>
  traits.map((trait) => toSearchItem(trait, [trait.type])),
);

const findableValues = memoise(({ type, values }: TraitType) =>
  values.map(({ value, count }) => toSearchItem({ type, value, count }, [value, `${type}: ${value}`])),
);

/**
 * Autocomplete choices of trait types of the collection option of the same command; parsed by `resolveTraitType`.
 * @param collection current text of the option `collection`
 */
export async function traitTypeChoices(
  typed: string,
  collection: string | null,
  services: CommandServices,
): Promise<Choices> {
  const types = findableTypes(traitsOf(collection, services));
  const found = await finishInChunks(searchItemsInSteps(types, typed, MAX_CHOICES));
  return found.map(({ type, values }) => ({
    name: choiceName(type, values.length, services.view),
    value: valueOf(type, traitKey(type)),
  }));
}

/**
 * Autocomplete choices of trait values of the collection option of the same command, found by type or value; parsed
 * by `resolveTrait`.
 * @param collection current text of the option `collection`
 * @param type current text of the option for the trait type, where there is one; then only its values are offered
 */
export async function traitChoices(
  typed: string,
  collection: string | null,
  services: CommandServices,
  type: string | null = null,
): Promise<Choices> {
  const all = traitsOf(collection, services);
  const chosen = type === null ? null : findTraitType(type, all);
  const values = (chosen === null ? all : [chosen]).flatMap(findableValues);
  const found = await finishInChunks(searchItemsInSteps(values, typed, MAX_CHOICES));
  return found.map(({ type, value, count }) => ({
    name: choiceName(`${type}: ${value}`, count, services.view),
    value: valueOf(`${type}: ${value}`, traitKey(type, value)),
  }));
}
