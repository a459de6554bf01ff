import { behavioursOf, type Command } from './command.ts';

/** Parts of the commands that can be used outside of the bot's servers. */
export interface Everywhere {
  /** Full names of commands and subcommands. */
  readonly commands: ReadonlySet<string>;
  /** Ids of the components that such a command registers, and of its commands in the menu of a message. */
  readonly components: ReadonlySet<string>;
}

/** Returns whether a command can be used outside of the bot's servers. */
export const worksEverywhere = ({ worksIn }: Pick<Command, 'worksIn'>): boolean => worksIn === 'everywhere';

/** Collects it: a component of several commands can be used everywhere when one of them can. */
export function everywhereOf(commands: readonly Command[]): Everywhere {
  const found = commands.filter(worksEverywhere);
  const behaviours = behavioursOf(found);
  const registered = [...behaviours.values()].flatMap(({ components = [] }) => components);
  const inMenus = found.flatMap(({ messageCommands = [] }) =>
    messageCommands.map(({ component }) => component),
  );
  return {
    commands: new Set(behaviours.keys()),
    components: new Set([...registered, ...inMenus].map(({ id }) => id)),
  };
}
