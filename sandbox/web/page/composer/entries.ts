import type { APIApplicationCommandBasicOption, APIApplicationCommandOption } from 'discord-api-types/v10';
import type { Command } from '../../contract.ts';

export type Option = APIApplicationCommandBasicOption;

/** An entry of the command menu: a command, or a subcommand with its path. */
export interface CommandEntry {
  /** Without the slash: `alerts add`. */
  readonly name: string;
  readonly description: string;
  /** The required ones first. */
  readonly options: readonly Option[];
}

/** Discord docs: Application Command Option Type. */
const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;

type Nested = Exclude<APIApplicationCommandOption, Option>;

function isNested(option: APIApplicationCommandOption): option is Nested {
  return option.type === SUBCOMMAND || option.type === SUBCOMMAND_GROUP;
}

function entriesBelow(
  name: string,
  description: string,
  options: readonly APIApplicationCommandOption[],
): readonly CommandEntry[] {
  const nested = options.filter(isNested);
  if (nested.length > 0) {
    return nested.flatMap((option) =>
      entriesBelow(`${name} ${option.name}`, option.description, option.options ?? []),
    );
  }
  const basic = options.filter((option): option is Option => !isNested(option));
  const required = basic.filter((option) => option.required === true);
  const others = basic.filter((option) => option.required !== true);
  return [{ name, description, options: [...required, ...others] }];
}

/** Commands as users type them, subcommands as entries of their own, by name. */
export function commandEntries(commands: readonly Command[]): readonly CommandEntry[] {
  return commands
    .flatMap(({ name, description, options }) => entriesBelow(name, description, options ?? []))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function rank({ name, description }: CommandEntry, typed: string): number {
  if (name.startsWith(typed)) return 0;
  if (name.split(/[ -]/).some((word) => word.startsWith(typed))) return 1;
  if (name.includes(typed)) return 2;
  return description.toLowerCase().includes(typed) ? 3 : 4;
}

/** The entries that match the text after the slash, best match first. */
export function matchingEntries(entries: readonly CommandEntry[], typed: string): readonly CommandEntry[] {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return entries
    .map((entry) => ({ entry, at: rank(entry, wanted) }))
    .filter(({ at }) => at < 4)
    .toSorted((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
