import type { APIApplicationCommandBasicOption } from 'discord.js';
import type { Behaviour, Command } from '../../src/discord/command.ts';
import type { Requirement } from '../../src/discord/rights.ts';
import { boundsOf, kindOf } from './options.ts';
import { code, table } from './table.ts';

const HEAD = `# Commands

Everything that can be typed, and who may type it. Options in **bold** are needed, all others can be left out. Commands work
in servers, not in direct messages. Server admins can hide a command from some people or channels under *Server Settings →
Integrations → Gavel*; the rights that are named here are asked for in any case.

This page is written by \`npm run docs\` from the definitions in \`commands\`.`;

interface Runnable {
  /** As it is typed, without the slash. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandBasicOption[];
  readonly behaviour: Behaviour;
}

function runnablesOf(command: Command): readonly Runnable[] {
  const { name, description } = command.definition;
  if (!('subcommands' in command)) {
    return [{ name, description, options: command.definition.options ?? [], behaviour: command }];
  }
  return command.subcommands.map((behaviour) => ({
    name: `${name} ${behaviour.definition.name}`,
    description: behaviour.definition.description,
    options: behaviour.definition.options ?? [],
    behaviour,
  }));
}

function whoOf(requirement: Requirement | undefined): string {
  switch (requirement) {
    case undefined:
      return 'everybody';
    case 'manage-alerts':
      return 'who has “Manage Server”, or the role that `/settings set` names for it';
    case 'manage-server':
      return 'who has “Manage Server”';
    default:
      return requirement satisfies never;
  }
}

const answerOf = ({ answerTo }: Behaviour): string =>
  answerTo === 'members' ? 'seen by everybody in the channel' : 'seen only by the one who asked';

function section({ name, description, options, behaviour }: Runnable): string {
  const facts = [
    `- For: ${whoOf(behaviour.requires)}`,
    `- The answer is ${answerOf(behaviour)}`,
    ...(behaviour.example === undefined ? [] : [`- For example ${code(`/${name} ${behaviour.example}`)}`]),
  ].join('\n');
  const rows = options.map((option) => [
    option.required === true ? `**${code(option.name)}**` : code(option.name),
    option.description,
    kindOf(option),
    boundsOf(option),
  ]);
  const taken = rows.length === 0 ? [] : [table(['option', 'what it is', 'kind', 'accepted'], rows)];
  return [`### ${code(`/${name}`)}`, `${description}.`, facts, ...taken].join('\n\n');
}

/** The page on the commands, as Markdown. */
export function commandsPage(commands: readonly Command[]): string {
  const lookups = commands.filter((command) =>
    runnablesOf(command).every(({ behaviour }) => !behaviour.requires),
  );
  const group = (title: string, members: readonly Command[]) => [
    `## ${title}`,
    ...members.flatMap((command) => runnablesOf(command).map(section)),
  ];
  const others = commands.filter((command) => !lookups.includes(command));
  return `${[HEAD, ...group('Looking things up', lookups), ...group('Setting up a server', others)].join('\n\n')}\n`;
}
