import { ApplicationCommandType } from 'discord.js';
import type { Declaration } from './declarations.ts';

/** How the commands that Discord has differ from those of the program, by name. */
export interface Differences {
  /** Not registered. */
  readonly missing: readonly string[];
  /** Registered in another form. */
  readonly changed: readonly string[];
  /** Registered, and none of the program's. */
  readonly surplus: readonly string[];
}

type Canonical = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a field holds where nothing was declared; Discord may tell it or leave it out (Discord docs: Application Commands). */
const DEFAULTS: Canonical = { required: false, autocomplete: false, nsfw: false };

/**
 * Fields that are declared, of commands, options and choices alike. What else Discord tells of a command is its own (id,
 * version, server), outdated (dm_permission) or follows the application's settings (integration_types).
 */
const TEXT_FIELDS = ['name', 'name_localizations', 'description', 'description_localizations'] as const;
const COMMAND_FIELDS = ['type', ...TEXT_FIELDS, 'options', 'default_member_permissions', 'nsfw', 'contexts'];
const OPTION_FIELDS = [
  ...['type', ...TEXT_FIELDS, 'options', 'required', 'choices', 'autocomplete'],
  ...['channel_types', 'min_value', 'max_value', 'min_length', 'max_length'],
];
const CHOICE_FIELDS = ['name', 'name_localizations', 'value'];
/** Lists that are sets: in no order. */
const SETS = new Set(['contexts', 'channel_types']);

function isNothing(name: string, value: unknown): boolean {
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

/** The fields that were declared, in one order and without those that say what holds anyhow. */
function canonical(value: unknown, fields: readonly string[]): Canonical {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    fields
      .filter((name) => !isNothing(name, value[name]))
      .map((name) => [name, canonicalValue(name, value[name])]),
  );
}

function canonicalCommand(command: unknown): string {
  const told = isRecord(command) ? command : {};
  // One that belongs to a server is used nowhere else, whatever its contexts.
  const fields = COMMAND_FIELDS.filter((name) => name !== 'contexts' || isNothing(name, told['guild_id']));
  return JSON.stringify(canonical({ type: ApplicationCommandType.ChatInput, ...told }, fields));
}

/** A command's name and canonical form; a slash command's name by itself, another's with its type. */
function named(command: unknown): readonly [string, string] {
  const { name, type = ApplicationCommandType.ChatInput } = isRecord(command) ? command : {};
  const kind = type === ApplicationCommandType.ChatInput ? '' : ` (type ${String(type)})`;
  return [`${String(name)}${kind}`, canonicalCommand(command)];
}

/**
 * Compares what the program declares with what Discord has, in a form in which what Discord adds and what goes without
 * saying are left out. The order of commands means nothing, that of options and choices does.
 * @param registered what Discord answered, with all localizations
 */
export function differencesOf(declared: readonly Declaration[], registered: readonly unknown[]): Differences {
  const wanted = new Map(declared.map(named));
  const present = new Map(registered.map(named));
  return {
    missing: [...wanted.keys()].filter((name) => !present.has(name)),
    changed: [...wanted].flatMap(([name, form]) =>
      present.has(name) && present.get(name) !== form ? [name] : [],
    ),
    surplus: [...present.keys()].filter((name) => !wanted.has(name)),
  };
}

/** Whether nothing differs. */
export function isSame({ missing, changed, surplus }: Differences): boolean {
  return missing.length + changed.length + surplus.length === 0;
}
