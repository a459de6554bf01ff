import type { APIEmbed } from 'discord-api-types/v10';
import { meetsRequirement, type Rights } from '../access/rights.ts';
import { worksEverywhere } from '../availability.ts';
import { behavioursOf, type Command, type Runnable } from '../command.ts';
import type { ViewContext } from './context.ts';

const HELP_COLOUR = 0x3498db;

/** Discord's limit for a description, characters. */
const ROOM = 4_096;
const CUT = '\n…';

/** Truncates at a line break, because partial lines are useless. */
function fitLines(text: string): string {
  if (text.length <= ROOM) return text;
  return text.slice(0, text.lastIndexOf('\n', ROOM - CUT.length)) + CUT;
}

/** Location and permissions of the user. */
interface HelpedPerson extends Rights {
  /** Whether the bot is in the server of the interaction. */
  readonly isInServer: boolean;
}

/** The user's permissions, and the ids for clickable commands. */
export interface HelpReader extends HelpedPerson {
  /** Ids of the registered commands by name; a command with an id can be clicked. */
  readonly commandIds: ReadonlyMap<string, string>;
}

function descriptionOf(command: Command, name: string, { messages }: ViewContext): string {
  const sub =
    'subcommands' in command
      ? command.subcommands.find((one) => name === `${command.name} ${one.name}`)
      : command;
  return (sub ?? command).definition(messages).description;
}

/** Returns the parts of a command that the member may use, by full name. */
export function usableOf(
  command: Command,
  person: HelpedPerson,
  { messages }: ViewContext,
): readonly (readonly [string, Runnable])[] {
  if (!person.isInServer && !worksEverywhere(command)) return [];
  return [...behavioursOf([command], messages)].filter(([, { requires }]) =>
    meetsRequirement(person, requires),
  );
}

function mention(name: string, { commandIds }: HelpReader): string {
  const id = commandIds.get(name.split(' ')[0] ?? name);
  return id === undefined ? `\`/${name}\`` : `</${name}:${id}>`;
}

/** What people come for, with the commands for it, the first one first. */
export const JOBS = {
  post: ['alerts add', 'alerts recap', 'alerts list', 'alerts channel', 'template'],
  lookUp: ['token', 'collection info', 'auction list', 'profile show'],
  watch: ['watch add', 'watch me', 'watch list'],
} as const;

export type Job = keyof typeof JOBS;

/** In the order of their buttons, and of their codes in custom ids. */
export const JOB_NAMES = ['post', 'lookUp', 'watch'] as const satisfies readonly Job[];

/** Says what the bot is for; the buttons below say the rest. */
export function startEmbed({ messages: { help: words }, marketplaceName }: ViewContext): APIEmbed {
  return { color: HELP_COLOUR, title: words.title, description: words.introduction(marketplaceName) };
}

/** Describes one job: the commands for it that this user may use, with an example each. */
export function jobEmbed(
  job: Job,
  commands: readonly Command[],
  reader: HelpReader,
  context: ViewContext,
): APIEmbed {
  const { help: words } = context.messages;
  const usable = new Map(
    commands.flatMap((command) =>
      usableOf(command, reader, context).map(([name, runnable]) => [name, { command, runnable }] as const),
    ),
  );
  const lines = JOBS[job].flatMap((name) => {
    const found = usable.get(name);
    if (found === undefined) return [];
    const { example } = found.runnable;
    const line = `${mention(name, reader)} · ${descriptionOf(found.command, name, context)}`;
    return [example === undefined ? line : `${line}\n-# ${words.forExample(`\`/${name} ${example}\``)}`];
  });
  const others = reader.isInServer ? words.forManagers : words.inServers;
  return {
    color: HELP_COLOUR,
    title: words.jobs[job],
    description: fitLines(
      [...(lines.length === 0 ? [others] : [words.aboutJobs[job], ...lines])].join('\n\n'),
    ),
  };
}

/** Lists the commands that this member may use, one per line. */
export function helpEmbed(commands: readonly Command[], reader: HelpReader, context: ViewContext): APIEmbed {
  const { help: words } = context.messages;

  function section(command: Command): readonly string[] {
    const lines = usableOf(command, reader, context).map(
      ([name]) => `${mention(name, reader)} · ${descriptionOf(command, name, context)}`,
    );
    if (lines.length === 0) return [];
    const title = `**${command.definition(context.messages).description}**\n`;
    return [`${'subcommands' in command ? title : ''}${lines.join('\n')}`];
  }

  const kept = [...behavioursOf(commands).values()].filter(
    ({ requires }) => !meetsRequirement(reader, requires),
  );
  const text = [
    ...commands.flatMap(section),
    ...(kept.length === 0 ? [] : [`-# ${reader.isInServer ? words.forManagers : words.inServers}`]),
  ].join('\n\n');
  return { color: HELP_COLOUR, title: words.allCommands, description: fitLines(text) };
}

/** Describes one command with examples and options, as far as this user may use it. */
export function commandHelpEmbed(command: Command, reader: HelpReader, context: ViewContext): APIEmbed {
  const { help: words, writer } = context.messages;
  const parts = usableOf(command, reader, context).map(([name, { example, options }]) => {
    const names = options.map(({ name: option, required }) =>
      required === true ? `**\`${option}\`**` : `\`${option}\``,
    );
    return [
      `${mention(name, reader)} · ${descriptionOf(command, name, context)}`,
      ...(example === undefined ? [] : [`-# ${words.forExample(`\`/${name} ${example}\``)}`]),
      ...(names.length === 0 ? [] : [`-# ${words.options(writer.list(names, 'and'))}`]),
    ].join('\n');
  });
  return {
    color: HELP_COLOUR,
    title: `/${command.name}`,
    description: fitLines([...parts, ...(command.promises?.(context.messages) ?? [])].join('\n\n')),
  };
}
