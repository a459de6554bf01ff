import { DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { GavelError } from '../domain/errors.ts';
import type { Command } from './command.ts';
import { declarationOf, type Scope } from './registration/declarations.ts';
import { differencesOf, isSame } from './registration/differences.ts';

function isRegistered(value: unknown): value is { readonly id: string; readonly name: string } {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return typeof value.id === 'string' && typeof value.name === 'string';
}

/** Without the ids commands are told and not linked, which is no reason not to start. */
const listIn = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : []);

function idsOf(registered: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(registered.filter(isRegistered).map(({ id, name }) => [name, id]));
}

/** Missing Access and Unknown Guild (Discord docs: JSON Error Codes). */
const NOT_IN_SERVER = new Set<unknown>([50001, 10004]);

function explained(error: unknown, scope: Scope): unknown {
  if (scope === null || !(error instanceof DiscordAPIError) || !NOT_IN_SERVER.has(error.code)) return error;
  return new GavelError(
    'CONFIG_INVALID',
    `GUILD_ID ${scope} is a server that the bot is not in. Invite it there, or take GUILD_ID away.`,
    { cause: error },
  );
}

/**
 * Sees to it that Discord has these commands and no others of the application: everywhere, or in one server only, where
 * changes show at once. They are replaced, in one request, only where they differ, because Discord takes no more than 200
 * new ones a day. Answers with Discord's ids of them, by name.
 * @throws GavelError CONFIG_INVALID when the bot is not in the server
 */
export async function registerCommands(options: {
  readonly rest: REST;
  readonly applicationId: string;
  readonly commands: readonly Command[];
  readonly scope: Scope;
  readonly log: Logger;
}): Promise<ReadonlyMap<string, string>> {
  const { rest, applicationId, commands, scope, log } = options;
  const route =
    scope === null
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, scope);
  const declared = commands.map((command) => declarationOf(command, scope));
  const query = new URLSearchParams({ with_localizations: 'true' });
  const registered = listIn(
    await rest.get(route, { query }).catch((error: unknown) => {
      throw explained(error, scope);
    }),
  );
  const differences = differencesOf(declared, registered);
  if (isSame(differences)) {
    log.info({ commands: declared.length, guildId: scope }, 'the commands are registered already');
    return idsOf(registered);
  }
  const answer = await rest.put(route, { body: declared });
  log.info({ ...differences, guildId: scope }, 'the commands were registered anew');
  return idsOf(listIn(answer));
}
