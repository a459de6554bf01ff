import type { APIEmbed } from 'discord.js';
import { type Behaviour, behavioursOf, type Command } from '../command.ts';
import type { ViewContext } from './context.ts';

const HELP_COLOUR = 0x3498db;

/** Whether a person with these permissions may run it. */
function mayRun({ requires }: Behaviour, permissions: bigint): boolean {
  return requires === undefined || (permissions & requires) === requires;
}

function descriptionOf(command: Command, name: string): string {
  const sub =
    'subcommands' in command
      ? command.subcommands.find(({ definition }) => name === `${command.definition.name} ${definition.name}`)
      : command;
  return (sub ?? command).definition.description;
}

/**
 * What the bot can do and what this person may use, from the definitions of the commands.
 * @param person.permissions Discord's bits; 8n (Administrator) includes all
 * @param ids of the commands as Discord knows them, by name: with one, the command can be clicked
 */
export function helpEmbed(
  commands: readonly Command[],
  ids: ReadonlyMap<string, string>,
  person: { readonly permissions: bigint },
  context: ViewContext,
): APIEmbed {
  const mention = (name: string): string => {
    const id = ids.get(name.split(' ')[0] ?? name);
    return id === undefined ? `\`/${name}\`` : `</${name}:${id}>`;
  };
  let kept = 0;
  const sections = commands.flatMap((command) => {
    const all = [...behavioursOf([command])];
    const usable = all.filter(([, behaviour]) => mayRun(behaviour, person.permissions));
    kept += all.length - usable.length;
    const lines = usable.map(([name, { example }]) => {
      const hint = example === undefined ? '' : `\n-# for example \`/${name} ${example}\``;
      return `${mention(name)} · ${descriptionOf(command, name)}${hint}`;
    });
    if (lines.length === 0) return [];
    const single = !('subcommands' in command);
    return [single ? lines.join('\n') : `**${command.definition.description}**\n${lines.join('\n')}`];
  });
  const hidden =
    kept === 0 ? [] : ['-# Who may manage this server can also set up what is posted into its channels.'];
  return {
    color: HELP_COLOUR,
    title: 'What I can do',
    description: [
      `I know what goes on at ${context.marketplaceName}. Start typing and pick what comes up; a pasted address, page or \`#1234\` works too.`,
      ...sections,
      ...hidden,
    ].join('\n\n'),
  };
}
