import {
  type APIApplicationCommandBasicOption as Option,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import { isLocalFile, type LocalFile } from './files.ts';
import { ATTACHMENT_LIMIT_BYTES } from './interaction-payload.ts';
import type { Resolver } from './resolve.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

/** Values of a command's options: ids for channels, roles and users, files for attachments. */
export type OptionValues = Readonly<Record<string, string | number | boolean | LocalFile | undefined>>;

/** An option with its type, as it is sent. */
export interface InteractionOption {
  readonly type: OptionType;
  readonly name: string;
  readonly value?: string | number | boolean;
  readonly focused?: boolean;
  readonly options?: readonly InteractionOption[];
}

function invalidOption(option: Option, why: string): UnavailableActionError {
  return new UnavailableActionError('invalid-value', `Option "${option.name}" ${why}.`);
}

function chosen(option: Option, value: string | number | boolean): string | number | boolean {
  const choices = 'choices' in option ? option.choices : undefined;
  if (choices === undefined || choices.length === 0) {
    return value;
  }
  const choice = choices.find((candidate) => candidate.value === value || candidate.name === value);
  if (choice === undefined) {
    throw invalidOption(option, `has no choice ${JSON.stringify(value)}`);
  }
  return choice.value;
}

function checkNumber(option: Option, value: unknown): number {
  const whole = option.type === OptionType.Integer;
  if (typeof value !== 'number' || !Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) {
    throw invalidOption(option, whole ? 'takes a whole number' : 'takes a number');
  }
  const [min, max] = [
    'min_value' in option ? option.min_value : null,
    'max_value' in option ? option.max_value : null,
  ];
  if (value < (min ?? -Infinity) || value > (max ?? Infinity)) {
    throw invalidOption(option, `takes ${min ?? 'any number'} to ${max ?? 'any'}`);
  }
  return value;
}

function checkText(option: Option, value: unknown): string {
  if (typeof value !== 'string') {
    throw invalidOption(option, 'takes text');
  }
  const max = ('max_length' in option ? option.max_length : undefined) ?? 6_000;
  const min = ('min_length' in option ? option.min_length : undefined) ?? 0;
  if (value.length < min || value.length > max || (value === '' && option.required === true)) {
    throw invalidOption(option, `takes ${min} to ${max} characters`);
  }
  return value;
}

function resolves(option: Option, id: string, resolver: Resolver): boolean {
  switch (option.type) {
    case OptionType.Channel:
      return resolver.channel(id, option.channel_types);
    case OptionType.Role:
      return resolver.role(id);
    case OptionType.User:
      return resolver.user(id);
    default:
      return resolver.user(id) || resolver.role(id);
  }
}

function uploaded(option: Option, file: LocalFile, resolver: Resolver): string {
  const { content } = file;
  const size = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  if (size > ATTACHMENT_LIMIT_BYTES) {
    throw invalidOption(option, 'takes files of up to 10 MB');
  }
  if (size === 0) {
    throw invalidOption(option, 'takes no empty file');
  }
  return resolver.attachment(file);
}

function checked(
  option: Option,
  given: string | number | boolean | LocalFile,
  resolver: Resolver,
): string | number | boolean {
  if (isLocalFile(given) !== (option.type === OptionType.Attachment)) {
    throw invalidOption(option, isLocalFile(given) ? 'takes no file' : 'takes a file');
  }
  if (isLocalFile(given)) {
    return uploaded(option, given, resolver);
  }
  const value = chosen(option, given);
  switch (option.type) {
    case OptionType.String:
      return checkText(option, value);
    case OptionType.Integer:
    case OptionType.Number:
      return checkNumber(option, value);
    case OptionType.Boolean:
      if (typeof value !== 'boolean') {
        throw invalidOption(option, 'takes true or false');
      }
      return value;
    default:
      if (typeof value !== 'string' || !resolves(option, value, resolver)) {
        throw invalidOption(option, `cannot be ${JSON.stringify(value)} here`);
      }
      return value;
  }
}

/**
 * Options with their types by the registered definition. Throws a PersonRefusal for unknown names, invalid
 * values and, unless it is an autocompletion (`focused`), missing required options.
 */
export function toInteractionOptions(
  definition: readonly Option[],
  values: OptionValues,
  resolver: Resolver,
  focused: string | null,
): InteractionOption[] {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  for (const name of [...given.map(([name]) => name), ...(focused === null ? [] : [focused])]) {
    if (!definition.some((option) => option.name === name)) {
      throw new UnavailableActionError('unknown-option', `There is no option "${name}".`);
    }
  }
  const missing = definition.filter(
    (option) => option.required === true && values[option.name] === undefined,
  );
  if (focused === null && missing.length > 0) {
    throw new UnavailableActionError(
      'missing-option',
      `Required: ${missing.map((option) => option.name).join(', ')}.`,
    );
  }
  return definition.flatMap((option) => {
    const value = option.name === focused ? (values[option.name] ?? '') : values[option.name];
    if (value === undefined) {
      return [];
    }
    if (option.name !== focused) {
      return [{ type: option.type, name: option.name, value: checked(option, value, resolver) }];
    }
    if (!('autocomplete' in option) || !option.autocomplete) {
      throw new UnavailableActionError('no-autocomplete', `Option "${option.name}" does not autocomplete.`);
    }
    if (isLocalFile(value)) {
      throw invalidOption(option, 'takes no file');
    }
    return [{ type: option.type, name: option.name, value: String(value), focused: true }];
  });
}
