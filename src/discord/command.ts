import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandOption,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { english, type Messages } from '#src/messages/messages.ts';
import type { Requirement } from './access/rights.ts';
import type { Answer } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import type { Component } from './components/component.ts';
import type { Modal } from './components/modal.ts';
import type { Autocompletion, CommandUse } from './interactions/interaction.ts';
import type { CommandServices } from './services.ts';

/** User and location of an autocomplete request; as in `AnswerContext`. */
export type Typist = Pick<AnswerContext, 'requester' | 'guildId'>;

/** Autocomplete choices. */
export type Choices = readonly APIApplicationCommandOptionChoice<string>[];

/** Handlers and requirements of a command or subcommand, and the visibility of its answer. */
export interface Behaviour {
  /** `members` for lookups, `asker` for administration (an ephemeral answer). */
  readonly answerTo: 'members' | 'asker';
  /** The permission required to run and autocomplete it; none for lookups. */
  readonly requires?: Requirement;
  /** Example options, for `/help`: `collection:Lantern Foxes`. */
  readonly example?: string;
  /**
   * Opens a modal instead of an answer, unless it resolves to `null`. Discord accepts a modal only as the first
   * response, within 3 s, so it is built from local data. A rejection becomes one sentence for the user.
   */
  readonly modal?: (interaction: CommandUse, context: AnswerContext) => Promise<Modal | null>;
  /** Renders the answer. A rejection becomes one sentence for the user. */
  readonly execute: (interaction: CommandUse, context: AnswerContext) => Promise<Answer>;
  /** Returns choices for the option that is being typed, from local data only. */
  readonly autocomplete?: (
    interaction: Autocompletion,
    services: CommandServices,
    typist: Typist,
  ) => Choices | Promise<Choices>;
  /** What the buttons, menus and modals of its answers lead to. Several commands may share a component. */
  readonly components?: readonly Component[];
}

/** Localized parts of a command that Discord shows. */
type Definition<Shown> = (messages: Messages) => Omit<Shown, 'name' | 'type'>;

type CommandBody = Omit<RESTPostAPIChatInputApplicationCommandsJSONBody, 'options'>;

/** A subcommand with its definition and handler. */
export interface Subcommand extends Behaviour {
  readonly name: string;
  readonly definition: Definition<APIApplicationCommandSubcommandOption>;
}

/** A command in the menu of a message (Discord docs: Message Commands). The answer is ephemeral. */
export interface MessageCommand {
  /** Returns the name in the menu; at most 32 characters. */
  readonly name: (messages: Messages) => string;
  /** Nobody's, and without parameters: what it is used on is its input. */
  readonly component: Component;
}

/** Common properties of commands with and without subcommands. */
interface CommandBasis {
  readonly name: string;
  /**
   * `everywhere`: also in direct messages, and in any server for users who installed the app to their account. Handlers
   * may then get a user in place of a server (`AnswerContext`). Default: in the bot's servers.
   */
  readonly worksIn?: 'servers' | 'everywhere';
  /** Returns what users can rely on, one paragraph each, for `/help` on the command. */
  readonly promises?: (messages: Messages) => readonly string[];
  /** Message commands that belong to it, and work in the same places. */
  readonly messageCommands?: readonly MessageCommand[];
}

/** A slash command that consists of subcommands. */
export interface CommandGroup extends CommandBasis {
  readonly definition: Definition<CommandBody>;
  readonly subcommands: readonly Subcommand[];
}

/** A slash command without subcommands. */
export interface SingleCommand extends CommandBasis, Behaviour {
  readonly definition: Definition<
    CommandBody & { readonly options?: readonly APIApplicationCommandBasicOption[] }
  >;
}

/** A slash command. */
export type Command = CommandGroup | SingleCommand;

/** A command or subcommand with its options. */
export interface Runnable extends Behaviour {
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** Returns commands and subcommands by their full name: `collection info`, `token`. */
export function behavioursOf(
  commands: readonly Command[],
  messages: Messages = english,
): ReadonlyMap<string, Runnable> {
  const runnable = (one: Subcommand | SingleCommand): Runnable => ({
    ...one,
    options: one.definition(messages).options ?? [],
  });
  return new Map(
    commands.flatMap((command): (readonly [string, Runnable])[] =>
      'subcommands' in command
        ? command.subcommands.map((sub) => [`${command.name} ${sub.name}`, runnable(sub)])
        : [[command.name, runnable(command)]],
    ),
  );
}
