import { ApplicationCommandType } from 'discord-api-types/v10';
import type { Declaration } from './declarations.ts';

/** Differences between the commands registered with Discord and those of the program, by name. */
export interface Differences {
  /** Not registered. */
  readonly missing: readonly string[];
  /** Registered with another definition. */
  readonly changed: readonly string[];
  /** Registered, but not part of the program. */
  readonly surplus: readonly string[];
}

type Canonical = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Default values; Discord may return or omit them (Discord docs: Application Commands). */
const DEFAULTS: Canonical = { required: false, autocomplete: false, nsfw: false, description: '' };

/**
 * Compared fields of commands, options and choices. Other fields in responses are set by Discord (id, version,
 * server) or deprecated (dm_permission).
 */
const TEXT_FIELDS = ['name', 'name_localizations', 'description', 'description_localizations'] as const;
/** Fields of global commands; they have no effect on commands of one server. */
const PLACE_FIELDS = ['contexts', 'integration_types'];
const COMMAND_FIELDS = [
  ...['type', ...TEXT_FIELDS, 'options', 'default_member_permissions', 'nsfw'],
  ...PLACE_FIELDS,
];
const OPTION_FIELDS = [
  ...['type', ...TEXT_FIELDS, 'options', 'required', 'choices', 'autocomplete'],
  ...['channel_types', 'min_value', 'max_value', 'min_length', 'max_length'],
];
const CHOICE_FIELDS = ['name', 'name_localizations', 'value'];
/** Lists whose order does not matter. */
const SETS = new Set([...PLACE_FIELDS, 'channel_types']);

function isDefault(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === DEFAULTS[name]) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

function canonicalValue(name: string, value: unknown): unknown {
  if (name === 'options' && Array.isArray(value))
    return value.map((option) => canonical(option, OPTION_FIELDS));
  if (name === 'choices' && Array.isArray(value))
    return value.map((choice) => canonical(choice, CHOICE_FIELDS));
  if (SETS.has(name) && Array.isArray(value)) return value.map(Number).toSorted((one, other) => one - other);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return value;
}

/** Returns the compared fields in a fixed order, without default values. */
function canonical(value: unknown, fields: readonly string[]): Canonical {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    fields
      .filter((name) => !isDefault(name, value[name]))
      .map((name) => [name, canonicalValue(name, value[name])]),
  );
}

function canonicalCommand(command: unknown): string {
  const registered = isRecord(command) ? command : {};
  const fields = COMMAND_FIELDS.filter(
    (name) => !PLACE_FIELDS.includes(name) || isDefault(name, registered['guild_id']),
  );
  return JSON.stringify(canonical({ type: ApplicationCommandType.ChatInput, ...registered }, fields));
}

/** Returns a command's name and canonical form. For other commands than slash commands, the name includes the type. */
function toEntry(command: unknown): readonly [string, string] {
  const { name, type = ApplicationCommandType.ChatInput } = isRecord(command) ? command : {};
  const kind = type === ApplicationCommandType.ChatInput ? '' : ` (type ${String(type)})`;
  return [`${String(name)}${kind}`, canonicalCommand(command)];
}

/**
 * Compares declared and registered commands in canonical form, without default values and fields set by Discord. The
 * order of options and choices matters, that of commands does not.
 * @param registered Discord's response, with all localizations
 */
export function differencesOf(declared: readonly Declaration[], registered: readonly unknown[]): Differences {
  const declaredByName = new Map(declared.map(toEntry));
  const registeredByName = new Map(registered.map(toEntry));
  return {
    missing: [...declaredByName.keys()].filter((name) => !registeredByName.has(name)),
    changed: [...declaredByName].flatMap(([name, form]) =>
      registeredByName.has(name) && registeredByName.get(name) !== form ? [name] : [],
    ),
    surplus: [...registeredByName.keys()].filter((name) => !declaredByName.has(name)),
  };
}

/** Returns whether there are no differences. */
export function hasNoDifferences({ missing, changed, surplus }: Differences): boolean {
  return missing.length + changed.length + surplus.length === 0;
}
