import {
  type APIApplicationCommandBasicOption as Option,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import { isOwnFile, type OwnFile } from './files.ts';
import { ATTACHMENT_LIMIT_BYTES } from './interaction-payload.ts';
import { PersonRefusal } from './refusal.ts';
import type { Resolver } from './resolve.ts';

/** What a person gives for a command's options: ids for channels, roles and users, files for attachments. */
export type OptionValues = Readonly<Record<string, string | number | boolean | OwnFile | undefined>>;

/** A typed option on the wire. */
export interface SentOption {
  readonly type: OptionType;
  readonly name: string;
  readonly value?: string | number | boolean;
  readonly focused?: boolean;
  readonly options?: readonly SentOption[];
}

function bad(option: Option, why: string): PersonRefusal {
  return new PersonRefusal('invalid-value', `Option "${option.name}" ${why}.`);
}

function chosen(option: Option, value: string | number | boolean): string | number | boolean {
  const choices = 'choices' in option ? option.choices : undefined;
  if (choices === undefined || choices.length === 0) {
    return value;
  }
  const choice = choices.find((candidate) => candidate.value === value || candidate.name === value);
  if (choice === undefined) {
    throw bad(option, `has no choice ${JSON.stringify(value)}`);
  }
  return choice.value;
}

function checkNumber(option: Option, value: unknown): number {
  const whole = option.type === OptionType.Integer;
  if (typeof value !== 'number' || !Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) {
    throw bad(option, whole ? 'takes a whole number' : 'takes a number');
  }
  const [least, most] = [
    'min_value' in option ? option.min_value : null,
    'max_value' in option ? option.max_value : null,
  ];
  if (value < (least ?? -Infinity) || value > (most ?? Infinity)) {
    throw bad(option, `takes ${least ?? 'any number'} to ${most ?? 'any'}`);
  }
  return value;
}

function checkText(option: Option, value: unknown): string {
  if (typeof value !== 'string') {
    throw bad(option, 'takes text');
  }
  const most = ('max_length' in option ? option.max_length : undefined) ?? 6_000;
  const least = ('min_length' in option ? option.min_length : undefined) ?? 0;
  if (value.length < least || value.length > most || (value === '' && option.required === true)) {
    throw bad(option, `takes ${least} to ${most} characters`);
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

function uploaded(option: Option, file: OwnFile, resolver: Resolver): string {
  const { content } = file;
  const size = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  if (size > ATTACHMENT_LIMIT_BYTES) {
    throw bad(option, 'takes files of up to 10 MB');
  }
  if (size === 0) {
    throw bad(option, 'takes no empty file');
  }
  return resolver.attachment(file);
}

function checked(
  option: Option,
  given: string | number | boolean | OwnFile,
  resolver: Resolver,
): string | number | boolean {
  if (isOwnFile(given) !== (option.type === OptionType.Attachment)) {
    throw bad(option, isOwnFile(given) ? 'takes no file' : 'takes a file');
  }
  if (isOwnFile(given)) {
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
        throw bad(option, 'takes true or false');
      }
      return value;
    default:
      if (typeof value !== 'string' || !resolves(option, value, resolver)) {
        throw bad(option, `cannot be ${JSON.stringify(value)} here`);
      }
      return value;
  }
}

/**
 * Typed options by the registered definition. Throws a PersonRefusal for names that are not there, values that do
 * not fit and, unless someone is still typing (`focused`), required options that are missing.
 */
export function sentOptions(
  definition: readonly Option[],
  values: OptionValues,
  resolver: Resolver,
  focused: string | null,
): SentOption[] {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  for (const name of [...given.map(([name]) => name), ...(focused === null ? [] : [focused])]) {
    if (!definition.some((option) => option.name === name)) {
      throw new PersonRefusal('unknown-option', `There is no option "${name}".`);
    }
  }
  const missing = definition.filter(
    (option) => option.required === true && values[option.name] === undefined,
  );
  if (focused === null && missing.length > 0) {
    throw new PersonRefusal(
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
      throw new PersonRefusal('no-autocomplete', `Option "${option.name}" does not autocomplete.`);
    }
    if (isOwnFile(value)) {
      throw bad(option, 'takes no file');
    }
    return [{ type: option.type, name: option.name, value: String(value), focused: true }];
  });
}
