import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import type { Requirement } from '#src/discord/access/rights.ts';
import type { Behaviour, Command } from '#src/discord/command.ts';
import { english } from '#src/messages/messages.ts';
import { boundsOf, typeOf } from './options.ts';
import { inlineCode, table } from './table.ts';

const HEAD = `# Commands

All slash commands and the permissions that they require. Options in **bold** are required, all others are optional. Some
commands also work in direct messages, and in any server for people who installed Gavel to their account. Server admins
can restrict a command to roles, members or channels under *Server Settings → Integrations → Gavel*. The permissions
named here are required in any case.

This page is written by \`npm run docs\` from the definitions in \`commands\`.`;

interface Runnable {
  /** As it is typed, without the slash. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandBasicOption[];
  readonly behaviour: Behaviour;
  readonly worksIn: Command['worksIn'];
}

function runnablesOf(command: Command): readonly Runnable[] {
  const { name, worksIn } = command;
  const { description } = command.definition(english);
  if (!('subcommands' in command)) {
    return [
      { name, description, options: command.definition(english).options ?? [], behaviour: command, worksIn },
    ];
  }
  return command.subcommands.map((behaviour) => ({
    name: `${name} ${behaviour.name}`,
    description: behaviour.definition(english).description,
    options: behaviour.definition(english).options ?? [],
    behaviour,
    worksIn,
  }));
}

function describeRequirement(requirement: Requirement | undefined): string {
  switch (requirement) {
    case undefined:
      return 'everyone';
    case 'manage-alerts':
      return 'members with “Manage Server” or the manager role of `/settings set`';
    case 'manage-server':
      return 'members with “Manage Server”';
    default:
      return requirement satisfies never;
  }
}

const describeVisibility = ({ answerTo }: Behaviour): string =>
  answerTo === 'members'
    ? 'visible to everyone in the channel'
    : 'visible only to the member who ran the command';

const describePlace = ({ worksIn = 'servers' }: Runnable): string =>
  worksIn === 'everywhere' ? 'servers and direct messages; any server with Gavel on your account' : 'servers';

function section(runnable: Runnable): string {
  const { name, description, options, behaviour } = runnable;
  const facts = [
    `- For: ${describeRequirement(behaviour.requires)}`,
    `- Works in: ${describePlace(runnable)}`,
    `- Answer: ${describeVisibility(behaviour)}`,
    ...(behaviour.example === undefined ? [] : [`- Example: ${inlineCode(`/${name} ${behaviour.example}`)}`]),
  ].join('\n');
  const rows = options.map((option) => [
    option.required === true ? `**${inlineCode(option.name)}**` : inlineCode(option.name),
    option.description,
    typeOf(option),
    boundsOf(option),
  ]);
  const optionsTable = rows.length === 0 ? [] : [table(['option', 'description', 'type', 'accepted'], rows)];
  return [`### ${inlineCode(`/${name}`)}`, `${description}.`, facts, ...optionsTable].join('\n\n');
}

/** The page about the commands, as Markdown. */
export function commandsPage(commands: readonly Command[]): string {
  const lookups = commands.filter((command) =>
    runnablesOf(command).every(({ behaviour }) => !behaviour.requires),
  );
  const group = (title: string, members: readonly Command[]) => [
    `## ${title}`,
    ...members.flatMap((command) => runnablesOf(command).map(section)),
  ];
  const others = commands.filter((command) => !lookups.includes(command));
  return `${[HEAD, ...group('Lookups', lookups), ...group('Administration', others)].join('\n\n')}\n`;
}
