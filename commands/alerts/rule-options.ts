import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { belowFloor } from '#src/alerts/filters/below-floor.ts';
import { collection } from '#src/alerts/filters/collection.ts';
import type { fields } from '#src/alerts/filters/index.ts';
import { price } from '#src/alerts/filters/price.ts';
import { rank } from '#src/alerts/filters/rank.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import type { Messages } from '#src/messages/messages.ts';
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
