import type { APIEmbed } from 'discord.js';
import { behavioursOf, type Command } from '../command.ts';
import { fulfils, type Rights } from '../rights.ts';
import { cut } from '../text.ts';
import type { ViewContext } from './context.ts';

const HELP_COLOUR = 0x3498db;

/** Discord: 4,096 characters a description. */
const ROOM = 4_096;

function descriptionOf(command: Command, name: string): string {
  const sub =
    'subcommands' in command
      ? command.subcommands.find(({ definition }) => name === `${command.definition.name} ${definition.name}`)
      : command;
  return (sub ?? command).definition.description;
}

/**
 * What the bot can do and what this person may use, from the definitions of the commands. Where there is not room for
 * all, examples are left out first, those of administration before the others.
 * @param ids of the commands as Discord knows them, by name: with one, the command can be clicked
 */
export function helpEmbed(
  commands: readonly Command[],
  ids: ReadonlyMap<string, string>,
  person: Rights,
  context: ViewContext,
): APIEmbed {
  const mention = (name: string): string => {
    const id = ids.get(name.split(' ')[0] ?? name);
    return id === undefined ? `\`/${name}\`` : `</${name}:${id}>`;
  };

  function section(command: Command, examples: 'all' | 'lookups' | 'none'): readonly string[] {
    const lines = [...behavioursOf([command])]
      .filter(([, { requires }]) => fulfils(person, requires))
      .map(([name, { example, requires }]) => {
        const shown = examples === 'all' || (examples === 'lookups' && requires === undefined);
        const hint = example === undefined || !shown ? '' : `\n-# for example \`/${name} ${example}\``;
        return `${mention(name)} · ${descriptionOf(command, name)}${hint}`;
      });
    if (lines.length === 0) return [];
    const single = !('subcommands' in command);
    return [single ? lines.join('\n') : `**${command.definition.description}**\n${lines.join('\n')}`];
  }

  const kept = [...behavioursOf(commands).values()].filter(({ requires }) => !fulfils(person, requires));
  const hidden =
    kept.length === 0
      ? []
      : ['-# Who may manage this server can also set up what is posted into its channels.'];
  const text = (examples: 'all' | 'lookups' | 'none') =>
    [
      `I know what goes on at ${context.marketplaceName}. Start typing and pick what comes up; a pasted address, page or \`#1234\` works too.`,
      ...commands.flatMap((command) => section(command, examples)),
      ...hidden,
    ].join('\n\n');
  const fitting = (['all', 'lookups', 'none'] as const).map(text).find(({ length }) => length <= ROOM);
  return { color: HELP_COLOUR, title: 'What I can do', description: fitting ?? cut(text('none'), ROOM) };
}
