import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandOption,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Action } from './actions/action.ts';
import type { Answer, AnswerContext } from './answer.ts';
import type { Requirement } from './rights.ts';
import type { CommandServices } from './services.ts';

/** A slash command in a server, the only place where the commands can be used. */
export type CommandInteraction = ChatInputCommandInteraction<'cached'>;

/** What comes up while somebody types. */
export type Choices = readonly APIApplicationCommandOptionChoice<string>[];

/** What follows a command's or subcommand's name: who sees the answer, and how it is made. */
export interface Behaviour {
  /** `members` for lookups, `asker` for administration (an ephemeral answer). */
  readonly answerTo: 'members' | 'asker';
  /** What the asker must be allowed to do; nothing for lookups. Completing its options asks for it too. */
  readonly requires?: Requirement;
  /** Options as one might type them, for `/help`: `collection:Lantern Foxes`. */
  readonly example?: string;
  /** Makes the answer. A rejection becomes one friendly sentence. */
  readonly execute: (interaction: CommandInteraction, context: AnswerContext) => Promise<Answer>;
  /** Choices for the option that is being typed, from local data only. */
  readonly autocomplete?: (
    interaction: AutocompleteInteraction<'cached'>,
    services: CommandServices,
  ) => Choices | Promise<Choices>;
  /** What the buttons, menus and forms of its answers do. Several commands may name the same ones. */
  readonly actions?: readonly Action[];
}

type Definition = Omit<RESTPostAPIChatInputApplicationCommandsJSONBody, 'type' | 'options'>;

/** One subcommand: definition beside handler. */
export interface Subcommand extends Behaviour {
  readonly definition: Omit<APIApplicationCommandSubcommandOption, 'type'>;
}

/** A slash command that consists of subcommands. */
export interface CommandGroup {
  readonly definition: Definition;
  readonly subcommands: readonly Subcommand[];
}

/** A slash command that is run by its name alone. */
export interface PlainCommand extends Behaviour {
  readonly definition: Definition & { readonly options?: readonly APIApplicationCommandBasicOption[] };
}

/** A slash command. */
export type Command = CommandGroup | PlainCommand;

/** What can be run, with the options that it takes. */
export interface Runnable extends Behaviour {
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** What can be run, by the words that a person types: `collection info`, `token`. */
export function behavioursOf(commands: readonly Command[]): ReadonlyMap<string, Runnable> {
  const runnable = (one: Subcommand | PlainCommand): Runnable => ({
    ...one,
    options: one.definition.options ?? [],
  });
  return new Map(
    commands.flatMap((command): (readonly [string, Runnable])[] =>
      'subcommands' in command
        ? command.subcommands.map((sub) => [
            `${command.definition.name} ${sub.definition.name}`,
            runnable(sub),
          ])
        : [[command.definition.name, runnable(command)]],
    ),
  );
}

/**
 * Everything that buttons, menus and forms can do, by name.
 * @throws Error when two different actions have one name
 */
export function actionsOf(commands: readonly Command[]): ReadonlyMap<string, Action> {
  const actions = new Map<string, Action>();
  for (const behaviour of behavioursOf(commands).values()) {
    for (const action of behaviour.actions ?? []) {
      const known = actions.get(action.name);
      if (known !== undefined && known !== action) throw new Error(`Two actions are called ${action.name}.`);
      actions.set(action.name, action);
    }
  }
  return actions;
}
