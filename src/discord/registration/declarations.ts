import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Messages } from '../../messages/messages.ts';
import type { Command } from '../command.ts';

/** A command as registered with Discord. */
export type Declaration = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** Where commands are registered: in one server, or globally (`null`). */
export type Scope = string | null;

/**
 * The registration body of a command, for use in servers only. A server command is limited to its server anyway, so
 * its contexts are omitted (Discord docs: contexts, only for globally-scoped commands).
 */
export function declarationOf(command: Command, scope: Scope, messages: Messages): Declaration {
  const declaration = {
    name: command.name,
    ...command.definition(messages),
    type: ApplicationCommandType.ChatInput as const,
    ...(scope === null ? { contexts: [InteractionContextType.Guild] } : {}),
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
