import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';
import type { Command } from '../command.ts';

/** A command as registered with Discord. */
export type Declaration =
  | RESTPostAPIChatInputApplicationCommandsJSONBody
  | RESTPostAPIContextMenuApplicationCommandsJSONBody;

/** Where commands are registered: in one server, or globally (`null`). */
export type Scope = string | null;

/** Where a command can be used, and who has to install the app for it. */
const PLACES = {
  servers: {
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  },
  everywhere: {
    contexts: [
      InteractionContextType.Guild,
      InteractionContextType.BotDM,
      InteractionContextType.PrivateChannel,
    ],
    integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  },
};

/** The registration bodies of all commands, with those in the menu of a message. */
export function declarationsOf(
  commands: readonly Command[],
  scope: Scope,
  messages: Messages,
): readonly Declaration[] {
  const inMenus = commands.flatMap(({ messageCommands = [], worksIn = 'servers' }) =>
    messageCommands.map(({ name }) => ({
      name: name(messages),
      type: ApplicationCommandType.Message as const,
      ...(scope === null ? PLACES[worksIn] : {}),
    })),
  );
  return [...commands.map((command) => declarationOf(command, scope, messages)), ...inMenus];
}

/**
 * The registration body of a slash command. A server command is limited to its server anyway, so where it can be used
 * is omitted (Discord docs: contexts and integration_types, only for globally-scoped commands).
 */
export function declarationOf(
  command: Command,
  scope: Scope,
  messages: Messages,
): RESTPostAPIChatInputApplicationCommandsJSONBody {
  const declaration = {
    name: command.name,
    ...command.definition(messages),
    type: ApplicationCommandType.ChatInput as const,
    ...(scope === null ? PLACES[command.worksIn ?? 'servers'] : {}),
  };
  if (!('subcommands' in command))
    return { ...declaration, options: [...(command.definition(messages).options ?? [])] };
  return {
    ...declaration,
    options: command.subcommands.map(({ name, definition }) => ({
      name,
      ...definition(messages),
      type: ApplicationCommandOptionType.Subcommand as const,
    })),
  };
}
