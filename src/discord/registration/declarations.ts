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

/** Scope of a registration: one server, or global (`null`). */
export type Scope = string | null;

/** Places in which a command can be used, and who must install the app for it. */
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

/** Returns the registration bodies of all commands, including message commands. */
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
 * Returns the registration body of a slash command. The contexts of a server command are omitted, because it is limited
 * to its server anyway (Discord docs: contexts and integration_types, only for globally-scoped commands).
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
