import { ApplicationCommandType } from 'discord-api-types/v10';
import type { Check } from './checks.ts';
import {
  all,
  asList,
  boolean,
  choice,
  isBlank,
  isRecord,
  listOf,
  object,
  onRecord,
  optional,
  reportDuplicates,
  required,
  uniqueItems,
} from './checks.ts';
import { commandName, contextMenuName } from './command-name.ts';
import { commandOptions, description } from './command-option.ts';
import { commandSize } from './command-size.ts';
import type { ErrorTree } from './error-tree.ts';
import { collectErrors } from './error-tree.ts';
import { localized } from './locales.ts';

const { ChatInput, User, Message, PrimaryEntryPoint } = ApplicationCommandType;

/** Discord docs: Registering a Command. So many of each kind, in one server or globally. */
const MAX_OF_TYPE: ReadonlyMap<number, number> = new Map([
  [ChatInput, 100],
  [User, 15],
  [Message, 15],
  [PrimaryEntryPoint, 1],
]);
const MAX = [...MAX_OF_TYPE.values()].reduce((sum, most) => sum + most, 0);

/** A command without a type is a slash command. */
const typeOf = (command: unknown): unknown =>
  isRecord(command) ? (command['type'] ?? ChatInput) : undefined;

/** Permissions are a bit set of 64 bits, written as a decimal string. */
const permissions: Check = (value, report) => {
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value))
    report.add({ code: 'NUMBER_TYPE_COERCE', message: `Value "${String(value)}" is not int.` });
};

const shared = {
  type: optional(choice([...MAX_OF_TYPE.keys()])),
  default_member_permissions: optional(permissions),
  dm_permission: optional(boolean),
  nsfw: optional(boolean),
  contexts: optional(all(listOf(choice([0, 1, 2]), { min: 1 }), uniqueItems)),
  integration_types: optional(all(listOf(choice([0, 1]), { min: 1 }), uniqueItems)),
};

const slashCommand = all(
  object({
    ...shared,
    name: required(commandName),
    name_localizations: optional(localized(commandName)),
    description: required(description),
    description_localizations: optional(localized(description)),
    options: optional(commandOptions),
  }),
  commandSize,
);

/** The codes are named after Discord's example; the rules are documented (Application Command Structure). */
const nameOnly: Check = onRecord((command, report) => {
  if (!isBlank(command['description'])) {
    report.at('description').add({
      code: 'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
      message: 'Context menu commands cannot have description',
    });
  }
  if (asList(command['options']).length > 0) {
    report.at('options').add({
      code: 'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID',
      message: 'Context menu commands cannot have options',
    });
  }
});

const plainlyNamed = {
  ...shared,
  name: required(contextMenuName),
  name_localizations: optional(localized(contextMenuName)),
};

const contextMenuCommand = all(object(plainlyNamed), nameOnly);

const entryPoint = object({
  ...plainlyNamed,
  description: optional(description),
  handler: optional(choice([1, 2])),
});

const command: Check = (value, report) => {
  const type = typeOf(value);
  if (type === User || type === Message) contextMenuCommand(value, report);
  else if (type === PrimaryEntryPoint) entryPoint(value, report);
  else slashCommand(value, report);
};

const uniqueNames = reportDuplicates(
  (item) => (isRecord(item) ? `${String(typeOf(item))} ${String(item['name'])}` : undefined),
  { code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message: 'Application command names must be unique' },
);

/** Discord answers 30032 where commands are created one by one; a whole list is refused as too long. */
const withinNumber: Check = (commands, report) => {
  for (const [type, most] of MAX_OF_TYPE) {
    if (asList(commands).filter((item) => typeOf(item) === type).length > most)
      report.add({ code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${most} or fewer in length.` });
  }
};

const commands = all(listOf(command, { max: MAX }), uniqueNames, withinNumber);

/** Discord's errors for one command, or null when it is valid. */
export function validateCommand(body: unknown): ErrorTree | null {
  return collectErrors((report) => command(body, report));
}

/** Discord's errors for the list that replaces all commands, or null when it is valid. */
export function validateCommands(body: unknown): ErrorTree | null {
  return collectErrors((report) => commands(body, report));
}
