import { behavioursOf, type Command } from './command.ts';

/** What of the commands can be used outside of the servers that the bot is in. */
export interface Everywhere {
  /** Full names of commands and subcommands. */
  readonly commands: ReadonlySet<string>;
  /** Ids of the screens that such a command registers. */
  readonly screens: ReadonlySet<string>;
  /** Names of the actions that such a command registers. */
  readonly actions: ReadonlySet<string>;
}

/** Whether a command can be used outside of the servers that the bot is in. */
export const worksEverywhere = ({ worksIn }: Pick<Command, 'worksIn'>): boolean => worksIn === 'everywhere';

/** Collects it: a screen or action of several commands can be used everywhere when one of them can. */
export function everywhereOf(commands: readonly Command[]): Everywhere {
  const behaviours = behavioursOf(commands.filter(worksEverywhere));
  const all = [...behaviours.values()];
  return {
    commands: new Set(behaviours.keys()),
    screens: new Set(all.flatMap(({ screens = [] }) => screens.map(({ link }) => link.id))),
    actions: new Set(all.flatMap(({ actions = [] }) => actions.map(({ name }) => name))),
  };
}
