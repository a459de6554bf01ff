import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type REST,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  Routes,
} from 'discord.js';
import { z } from 'zod';
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

const registered = z.array(z.looseObject({ id: z.string(), name: z.string() }));

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
  return new Map(registered.safeParse(answer).data?.map(({ id, name }) => [name, id]));
}
