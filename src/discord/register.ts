import { DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { GavelError } from '../domain/errors.ts';
import type { Command } from './command.ts';
import { declarationOf, type Scope } from './registration/declarations.ts';
import { differencesOf, isSame } from './registration/differences.ts';
import { isTokenRefusal, tokenRefused } from './token-refusal.ts';
import { untilAnswered } from './until-answered.ts';

function isRegistered(value: unknown): value is { readonly id: string; readonly name: string } {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return typeof value.id === 'string' && typeof value.name === 'string';
}

/** What stands before Discord may answer anything; that says nothing of what is registered. */
function listIn(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new Error('The answer is no list of commands.');
  return answer;
}

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

interface Registration {
  readonly rest: REST;
  readonly applicationId: string;
  readonly commands: readonly Command[];
  readonly scope: Scope;
  readonly log: Logger;
}

/**
 * Sees to it that Discord has these commands and no others of the application: everywhere, or in one server only, where
 * changes show at once. They are replaced, in one request, only where they differ, because Discord takes no more than 200
 * new ones a day. Answers with Discord's ids of them, by name.
 * @throws GavelError CONFIG_INVALID when the bot is not in the server
 */
export async function registerCommands(options: Registration): Promise<ReadonlyMap<string, string>> {
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

/**
 * `registerCommands`, again and again until Discord takes them.
 * @throws GavelError CONFIG_INVALID when the bot is not in the server, DISCORD_UNAUTHORIZED when the token is refused; the
 * signal's reason when it aborts
 */
export async function registerCommandsPatiently(
  options: Registration & {
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<ReadonlyMap<string, string>> {
  const { log, sleep, signal } = options;
  try {
    return await untilAnswered(() => registerCommands(options), {
      sleep,
      signal,
      isFinal: (error) => error instanceof GavelError || isTokenRefusal(error),
      onFailure(error, failures) {
        if (failures === 1)
          log.warn({ err: error }, 'Discord does not take the commands; trying again until it does');
      },
    });
  } catch (error) {
    throw isTokenRefusal(error) ? tokenRefused(error) : error;
  }
}
