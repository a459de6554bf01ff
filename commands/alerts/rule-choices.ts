import type { AutocompleteInteraction } from 'discord.js';
import type { Choices } from '../../src/discord/command.ts';
import { EVERY_COLLECTION, WHITELISTED_COLLECTIONS } from '../../src/discord/rule-input/collections.ts';
import { KIND_CHOICES } from '../../src/discord/rule-input/kinds.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import { plainLine } from '../../src/discord/text.ts';
import type { CollectionSummary } from '../../src/domain/collection.ts';
import { findable, findBest, foldText } from '../../src/domain/finding.ts';
import { collectionChoices } from '../collection-choices.ts';
import { traitChoices } from '../trait-choices.ts';

/** Discord: at most 25 choices of 100 characters each, in name and value. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** What was typed of a list: the entries before the last comma, and the one that is being typed. */
function split(typed: string): { readonly before: string; readonly last: string } {
  const comma = typed.lastIndexOf(',');
  if (comma === -1) return { before: '', last: typed.trim() };
  const entries = typed
    .slice(0, comma)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const last = typed.slice(comma + 1).trim();
  return { before: entries.length === 0 ? '' : `${entries.join(', ')}, `, last };
}

/** The choice with what stands before it, where Discord takes so much. */
function joined(before: string, name: string, value: string): Choices {
  if (before.length + value.length > CHOICE_LENGTH || value === '') return [];
  return [{ name: plainLine(`${before}${name}`, CHOICE_LENGTH), value: `${before}${value}` }];
}

function kindChoices(typed: string): Choices {
  const { before, last } = split(typed);
  const said = new Set(before.split(',').map(foldText));
  const names = KIND_CHOICES.map(([name]) => name).filter((name) => !said.has(foldText(name)));
  const offered = before === '' ? names : names.filter((name) => name !== 'Everything');
  const found = findBest(
    offered.map((name) => findable(name, [name])),
    last,
    MAX_CHOICES,
  );
  return found.flatMap((name) => joined(before, name, name));
}

/** What leads back to the collection and is short, so that several fit into one choice. */
function shortName({ name, path, address }: CollectionSummary, services: CommandServices): string {
  const leadsBack = (text: string | null) =>
    text !== null && !/[,;\n✓]/.test(text) && services.collections.resolve(text)?.address === address;
  if (leadsBack(name)) return name;
  return path !== null && leadsBack(path) ? path : address;
}

function listedCollections(typed: string, services: CommandServices): Choices {
  const { before, last } = split(typed);
  if (before === '') {
    const all = [EVERY_COLLECTION, WHITELISTED_COLLECTIONS]
      .filter((name) => foldText(name).includes(foldText(last)))
      .map((name) => ({ name, value: name }));
    const found = collectionChoices(last, services).slice(0, MAX_CHOICES - all.length);
    return last === '' ? [...all, ...found] : [...found, ...all];
  }
  return services.collections.search(last, MAX_CHOICES).flatMap((one) => {
    const value = shortName(one, services);
    return joined(before, one.name, value);
  });
}

/** Traits of the first collections that were chosen, and with them what was typed before. */
function listedTraits(typed: string, collection: string | null, services: CommandServices): Choices {
  const { before, last } = split(typed);
  const chosen = (collection ?? '').split(',').map((one) => one.trim().replace(/\s*✓$/, ''));
  const whole = collection === null ? undefined : services.collections.resolve(collection);
  const names = whole === undefined ? chosen.slice(0, 5) : [whole.address];
  const found = names.flatMap((name) => traitChoices(last, name, services));
  const distinct = new Map(found.map((choice) => [choice.value, choice]));
  return [...distinct.values()]
    .flatMap(({ name, value }) => joined(before, name, value))
    .slice(0, MAX_CHOICES);
}

/** Choices for the options of a rule, from what is known locally. */
export function ruleChoices(
  interaction: AutocompleteInteraction<'cached'>,
  services: CommandServices,
): Choices {
  const { name, value } = interaction.options.getFocused(true);
  switch (name) {
    case 'alerts':
      return kindChoices(value);
    case 'collection':
      return listedCollections(value, services);
    case 'traits':
      return listedTraits(value, interaction.options.getString('collection'), services);
    default:
      return [];
  }
}
