import type { Address } from '#src/chain/address.ts';
import type { Choices } from '#src/discord/command.ts';
import { findTrait, findTraitType, type NamedTrait, traitKey } from '#src/discord/finding/find-trait.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine, sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import type { TraitType } from '#src/marketplace/resources/collection.ts';
import { memoise, searchItems, searchItemsInSteps, toSearchItem } from '#src/marketplace/text-search.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Discord allows at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

function traitsOf(collection: string | null, services: CommandServices): readonly TraitType[] {
  const chosen = collection === null ? undefined : services.collections.resolve(collection);
  return chosen === undefined ? [] : services.suggestions.traits(chosen.address);
}

/** Returns the value of a choice: the readable text if it fits, else the key. */
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
 * Builds autocomplete choices of trait types in the collection option of the same command; parsed by
 * `resolveTraitType`.
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
 * Builds autocomplete choices of trait values in the collection option of the same command, found by type or value;
 * parsed by `resolveTrait`.
 * @param collection current text of the option `collection`
 * @param type current text of the option for the trait type, if there is one; only its values are offered then
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
 * @throws UserError with the nearest values if there is none
 */
export function resolveTrait(typed: string, traits: readonly TraitType[]): NamedTrait {
  const found = findTrait(typed, traits);
  if (found !== null) return found;
  const names = traits.flatMap(({ type, values }) => values.map(({ value }) => `${type}: ${value}`));
  throw notFoundError(typed, ({ traits: words }, shown) => words.unknownTrait(shown), names);
}

/**
 * Resolves the option to a trait type, as written by `traitTypeChoices` or a user.
 * @throws UserError with the nearest types if there is none
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
 * @throws UserError if the collection has no such trait value
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
 * @throws UserError if there is no such trait type
 */
export function resolveTraitTypeByKey(traits: readonly TraitType[], key: string): TraitType {
  const found = traits.find(({ type }) => traitKey(type) === key);
  if (found === undefined) throw removedError();
  return found;
}
