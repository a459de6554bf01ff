import { collection, collectionSets } from '#src/alerts/filters/collection.ts';
import { EVENT_TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Choices } from '#src/discord/command.ts';
import type { Autocompletion } from '#src/discord/interactions/interaction.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import { collectionChoices } from '../collection-option.ts';
import { TOPICS_OPTION } from './rule-input/rule-texts.ts';
import { topicChoices } from './rule-input/topics.ts';

/** Discord allows at most 25 choices of 100 characters each, for name and value. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** Splits the text of a list into the entries before the last comma and the current entry. */
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

/** Builds the choice with the preceding entries, if it fits. */
function joined(before: string, name: string, value: string): Choices {
  if (before.length + value.length > CHOICE_LENGTH || value === '') return [];
  return [{ name: sanitizeLine(`${before}${name}`, CHOICE_LENGTH), value: `${before}${value}` }];
}

function listedTopics(typed: string, { view }: CommandServices): Choices {
  const { before, last } = split(typed);
  const said = new Set(before.split(',').map(normaliseText));
  const choices = topicChoices(view.messages.topics).filter(({ name }) => !said.has(normaliseText(name)));
  // “Everything” makes other topics redundant.
  const offered =
    before === '' ? choices : choices.filter(({ topics }) => topics.length < EVENT_TOPICS.length);
  const found = searchItems(
    offered.map(({ name }) => toSearchItem(name, [name])),
    last,
    MAX_CHOICES,
  );
  return found.flatMap((name) => joined(before, name, name));
}

/** Returns a short text that resolves to the collection, so that several fit into one choice. */
function shortName({ name, path, address }: CollectionSummary, services: CommandServices): string {
  const leadsBack = (text: string | null) =>
    text !== null && !/[,;\n✓]/.test(text) && services.collections.resolve(text)?.address === address;
  if (leadsBack(name)) return name;
  return path !== null && leadsBack(path) ? path : address;
}

async function listedCollections(typed: string, services: CommandServices): Promise<Choices> {
  const { before, last } = split(typed);
  if (before === '') {
    const all = collectionSets(services.view.messages.filters)
      .filter((name) => normaliseText(name).includes(normaliseText(last)))
      .map((name) => ({ name, value: name }));
    const found = (await collectionChoices(last, services)).slice(0, MAX_CHOICES - all.length);
    return last === '' ? [...all, ...found] : [...found, ...all];
  }
  const found = await services.collections.searchInTurns(last, MAX_CHOICES);
  return found.flatMap((one) => {
    const value = shortName(one, services);
    return joined(before, one.name, value);
  });
}

/** Builds autocomplete choices for the options of a rule, from local data. */
export async function ruleChoices(interaction: Autocompletion, services: CommandServices): Promise<Choices> {
  const { name, value } = interaction.options.getFocused();
  if (name === TOPICS_OPTION) return listedTopics(value, services);
  return name === collection.fields[0].key ? listedCollections(value, services) : [];
}
