import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { belowFloor } from '#src/alerts/filters/below-floor.ts';
import { collection, collectionSets } from '#src/alerts/filters/collection.ts';
import type { fields } from '#src/alerts/filters/index.ts';
import { price } from '#src/alerts/filters/price.ts';
import { rank } from '#src/alerts/filters/rank.ts';
import { EVENT_TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Choices } from '#src/discord/command.ts';
import type { Autocompletion, CommandUse } from '#src/discord/interactions/interaction.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { topicChoices } from '#src/discord/views/topic-choices.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import type { Messages } from '#src/messages/messages.ts';
import { collectionChoices } from '../collection-option.ts';
import { RULE_OPTIONS, type RuleTexts, TOPICS_OPTION } from './rule-input/rule-texts.ts';

/** Discord allows 6,000, which nobody needs to type. */
const MAX_LIST_LENGTH = 500;
const MAX_NUMBER_LENGTH = 100;

const PING_ROLE = 'ping_role';

/**
 * The filters with command options. The preview's menus and forms offer all filters, because Discord limits a command
 * with its subcommands to 8,000 characters and 25 options each.
 */
const typedFields = [...collection.fields, ...price.fields, ...belowFloor.fields, ...rank.fields];

const type = ApplicationCommandOptionType.String;

/** Whether the options are for a new alert or for an existing one. */
type Purpose = 'add' | 'edit';

/** @param byDefault name of the default for a new alert, if it has one */
function described(
  option: string,
  byDefault: string | undefined,
  purpose: Purpose,
  { filters: messages }: Messages,
): string {
  if (purpose === 'edit') return messages.staysWhenLeftOut(option);
  return byDefault === undefined ? option : messages.whenLeftOut(option, byDefault);
}

/** Defines the option for one value of a rule. */
export function ruleOption(
  field: (typeof fields)[number],
  purpose: Purpose,
  messages: Messages,
): APIApplicationCommandBasicOption {
  const { key: name, ask } = field;
  const { label, option = label, byDefault, choice = String } = field.messages(messages.filters);
  const description = described(option, byDefault, purpose, messages);
  switch (ask.type) {
    case 'choice':
      return {
        type,
        name,
        description,
        choices: ask.choices.map((value) => ({ name: choice(value), value })),
      };
    case 'number':
      return { type, name, description, max_length: MAX_NUMBER_LENGTH };
    case 'list': {
      const list = { type, name, description, max_length: MAX_LIST_LENGTH } as const;
      return ask.suggest === undefined ? list : { ...list, autocomplete: true };
    }
    default:
      return ask satisfies never;
  }
}

/**
 * Defines the options of a rule, for `/alerts add` and `/alerts edit`. Numbers are texts, so that `0.5 S`, `10 %` and
 * `-` can be typed.
 */
export const ruleOptions = (
  messages: Messages,
  purpose: Purpose,
): readonly APIApplicationCommandBasicOption[] => [
  {
    type,
    name: TOPICS_OPTION,
    description: described(
      messages.filters.topicsOption,
      messages.filters.topicsByDefault,
      purpose,
      messages,
    ),
    max_length: MAX_LIST_LENGTH,
    autocomplete: true,
  },
  ...typedFields.map((field) => ruleOption(field, purpose, messages)),
  {
    type: ApplicationCommandOptionType.Role,
    name: PING_ROLE,
    description: described(messages.alertCommands.rulePingRole, undefined, purpose, messages),
  },
];

/** Returns the rule with the role option applied, if it was given. */
export function withGivenRole(rule: Rule, { options }: CommandUse): Rule {
  const role = options.getRole(PING_ROLE);
  return role === null ? rule : { ...rule, pingRoles: [role.id] };
}

/** Returns the values of the given options. */
export function givenTexts({ options }: CommandUse): RuleTexts {
  return Object.fromEntries(
    RULE_OPTIONS.flatMap((name) => {
      const given = options.getString(name);
      return given === null ? [] : [[name, given]];
    }),
  );
}

/** Discord: at most 25 choices of 100 characters each, in name and value. */
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

/** The choice with the preceding entries, where that fits. */
function joined(before: string, name: string, value: string): Choices {
  if (before.length + value.length > CHOICE_LENGTH || value === '') return [];
  return [{ name: sanitizeLine(`${before}${name}`, CHOICE_LENGTH), value: `${before}${value}` }];
}

function listedTopics(typed: string, { view }: CommandServices): Choices {
  const { before, last } = split(typed);
  const said = new Set(before.split(',').map(normaliseText));
  const choices = topicChoices(view.messages.topics).filter(({ name }) => !said.has(normaliseText(name)));
  // Together with others “everything” would say nothing.
  const offered =
    before === '' ? choices : choices.filter(({ topics }) => topics.length < EVENT_TOPICS.length);
  const found = searchItems(
    offered.map(({ name }) => toSearchItem(name, [name])),
    last,
    MAX_CHOICES,
  );
  return found.flatMap((name) => joined(before, name, name));
}

/** A short text that resolves to the collection, so that several fit into one choice. */
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

/** Autocomplete choices for the options of a rule, from local data. */
export async function ruleChoices(interaction: Autocompletion, services: CommandServices): Promise<Choices> {
  const { name, value } = interaction.options.getFocused();
  if (name === TOPICS_OPTION) return listedTopics(value, services);
  return name === collection.fields[0].key ? listedCollections(value, services) : [];
}
