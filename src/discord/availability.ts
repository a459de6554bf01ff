import { behavioursOf, type Command } from './command.ts';

/** Parts of the commands that can be used outside of the bot's servers. */
export interface Everywhere {
  /** Full names of commands and subcommands. */
  readonly commands: ReadonlySet<string>;
  /** Ids of the screens that such a command registers. */
  readonly screens: ReadonlySet<string>;
  /** Names of the actions that such a command registers. */
  readonly actions: ReadonlySet<string>;
}

/** Returns whether a command can be used outside of the bot's servers. */
export const worksEverywhere = ({ worksIn }: Pick<Command, 'worksIn'>): boolean => worksIn === 'everywhere';

/** Collects these parts. A screen or action of several commands can be used everywhere if one of the commands can. */
export function everywhereOf(commands: readonly Command[]): Everywhere {
  const behaviours = behavioursOf(commands.filter(worksEverywhere));
  const all = [...behaviours.values()];
  return {
    commands: new Set(behaviours.keys()),
    screens: new Set(all.flatMap(({ screens = [] }) => screens.map(({ link }) => link.id))),
    actions: new Set(all.flatMap(({ actions = [] }) => actions.map(({ name }) => name))),
  };
}
