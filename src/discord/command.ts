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

/** Who is typing an option, and where; as in `AnswerContext`. */
export type Typist = Pick<AnswerContext, 'requester' | 'guildId'>;

/** Autocomplete choices. */
export type Choices = readonly APIApplicationCommandOptionChoice<string>[];

/** How a command or subcommand is run: who sees the answer, what it requires, and its handlers. */
export interface Behaviour {
  /** `members` for lookups, `asker` for administration (an ephemeral answer). */
  readonly answerTo: 'members' | 'asker';
  /** The permission that running and completing it requires; none for lookups. */
  readonly requires?: Requirement;
  /** Options as one might type them, for `/help`: `collection:Lantern Foxes`. */
  readonly example?: string;
  /**
   * Opens a modal instead of an answer, where it does not resolve to `null`. Discord accepts one only as the first
   * response, within 3 s, so it is built from local data. A rejection becomes one sentence for the user.
   */
  readonly modal?: (interaction: CommandUse, context: AnswerContext) => Promise<Modal | null>;
  /** Renders the answer. A rejection becomes one sentence for the user. */
  readonly execute: (interaction: CommandUse, context: AnswerContext) => Promise<Answer>;
  /** Choices for the option that is being typed, from local data only. */
  readonly autocomplete?: (
    interaction: Autocompletion,
    services: CommandServices,
    typist: Typist,
  ) => Choices | Promise<Choices>;
  /** What the buttons, menus and modals of its answers lead to. Several commands may share a component. */
  readonly components?: readonly Component[];
}

/** What Discord shows of a command, in a language. */
type Definition<Shown> = (messages: Messages) => Omit<Shown, 'name' | 'type'>;

type CommandBody = Omit<RESTPostAPIChatInputApplicationCommandsJSONBody, 'options'>;

/** One subcommand: definition beside handler. */
export interface Subcommand extends Behaviour {
  readonly name: string;
  readonly definition: Definition<APIApplicationCommandSubcommandOption>;
}

/** A command in the menu of a message (Discord docs: Message Commands). The answer is ephemeral. */
export interface MessageCommand {
  /** As the menu shows it; at most 32 characters. */
  readonly name: (messages: Messages) => string;
  /** Nobody's, and without parameters: what it is used on is its input. */
  readonly component: Component;
}

/** What a whole command has, with or without subcommands. */
interface CommandBasis {
  readonly name: string;
  /**
   * `everywhere`: also in direct messages, and for people who installed the app to their account, in any server. Its
   * handlers then may get a person in place of a server (`AnswerContext`). Default: in servers that the bot is in.
   */
  readonly worksIn?: 'servers' | 'everywhere';
  /** What people can rely on, for `/help` about the command: one paragraph each. */
  readonly promises?: (messages: Messages) => readonly string[];
  /** Commands in the menu of a message that belong to it, and work where it does. */
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

/** Commands and subcommands by their full name: `collection info`, `token`. */
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
