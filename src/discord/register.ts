import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type REST,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  Routes,
} from 'discord.js';
import type { Command } from './command.ts';

/** The command as Discord wants it declared, for use in servers only. */
function declarationOf(command: Command): RESTPostAPIChatInputApplicationCommandsJSONBody {
  const declaration = {
    ...command.definition,
    type: ApplicationCommandType.ChatInput as const,
    contexts: [InteractionContextType.Guild],
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

/** Replaces the application's commands by these, in one request. */
export async function registerCommands(options: {
  readonly rest: REST;
  readonly applicationId: string;
  readonly commands: readonly Command[];
}): Promise<void> {
  await options.rest.put(Routes.applicationCommands(options.applicationId), {
    body: options.commands.map(declarationOf),
  });
}
