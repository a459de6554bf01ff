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

function isRegistered(value: unknown): value is { readonly id: string; readonly name: string } {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return typeof value.id === 'string' && typeof value.name === 'string';
}

/** Replaces the application's commands by these, in one request. Answers with Discord's ids of them, by name. */
export async function registerCommands(options: {
  readonly rest: REST;
  readonly applicationId: string;
  readonly commands: readonly Command[];
}): Promise<ReadonlyMap<string, string>> {
  const answer = await options.rest.put(Routes.applicationCommands(options.applicationId), {
    body: options.commands.map(declarationOf),
  });
  // Without the ids commands are told and not linked, which is no reason not to start.
  const registered: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return new Map(registered.filter(isRegistered).map(({ id, name }) => [name, id]));
}
