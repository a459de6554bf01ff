import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Command } from '../command.ts';

/** A command as Discord wants it declared. */
export type Declaration = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** Where commands are declared: one server, or everywhere (`null`). */
export type Scope = string | null;

/**
 * The command as Discord wants it declared, for use in servers only. One that belongs to a server cannot be used elsewhere
 * anyhow, so its contexts are not told (Discord docs: contexts, only for globally-scoped commands).
 */
export function declarationOf(command: Command, scope: Scope): Declaration {
  const declaration = {
    ...command.definition,
    type: ApplicationCommandType.ChatInput as const,
    ...(scope === null ? { contexts: [InteractionContextType.Guild] } : {}),
  };
  if (!('subcommands' in command))
    return { ...declaration, options: [...(command.definition.options ?? [])] };
  return {
    ...declaration,
    options: command.subcommands.map(({ definition }) => ({
      ...definition,
      type: ApplicationCommandOptionType.Subcommand as const,
    })),
  };
}
