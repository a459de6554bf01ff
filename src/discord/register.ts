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
  return {
    ...command.definition,
    type: ApplicationCommandType.ChatInput,
    contexts: [InteractionContextType.Guild],
    options: command.subcommands.map(({ definition }) => ({
      ...definition,
      type: ApplicationCommandOptionType.Subcommand,
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
