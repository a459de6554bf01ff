import type {
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandOption,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  InteractionEditReplyOptions,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { CommandServices } from './services.ts';

/** What an interaction is answered with. */
export type Answer = Pick<InteractionEditReplyOptions, 'content' | 'embeds' | 'components'>;

/** A slash command in a server, the only place where the commands can be used. */
export type CommandInteraction = ChatInputCommandInteraction<'cached'>;

/** What follows a command's or subcommand's name: who sees the answer, and how it is made. */
interface Behaviour {
  /** `members` for lookups, `asker` for administration (an ephemeral answer). */
  readonly answerTo: 'members' | 'asker';
  /** Discord's permission that the asker must have; checked here even though Discord gates the command too. */
  readonly requires?: bigint;
  /** Makes the answer. A rejection becomes one friendly sentence. */
  readonly execute: (interaction: CommandInteraction, services: CommandServices) => Promise<Answer>;
  /** Choices for the option that is being typed, from local data only. */
  readonly autocomplete?: (
    interaction: AutocompleteInteraction<'cached'>,
    services: CommandServices,
  ) =>
    | readonly APIApplicationCommandOptionChoice<string>[]
    | Promise<readonly APIApplicationCommandOptionChoice<string>[]>;
}

/** One subcommand: definition beside handler. */
export interface Subcommand extends Behaviour {
  readonly definition: Omit<APIApplicationCommandSubcommandOption, 'type'>;
}

/** A slash command that consists of subcommands. */
export interface Command {
  readonly definition: Omit<RESTPostAPIChatInputApplicationCommandsJSONBody, 'type' | 'options'>;
  readonly subcommands: readonly Subcommand[];
}
