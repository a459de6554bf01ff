import { DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { GavelError } from '../chain/errors.ts';
import type { Messages } from '../messages/messages.ts';
import type { Command } from './command.ts';
import { declarationOf, type Scope } from './registration/declarations.ts';
import { differencesOf, hasNoDifferences } from './registration/differences.ts';
import { retryUntilSuccess } from './retry-until-success.ts';
import { isTokenRefusal, tokenRefusedError } from './token-refusal.ts';

function isRegistered(value: unknown): value is { readonly id: string; readonly name: string } {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return typeof value.id === 'string' && typeof value.name === 'string';
}

/** A proxy may answer anything; only a list says what is registered. */
function requireList(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new Error('The response of Discord is not a list of commands.');
  return answer;
}

function idsOf(registered: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(registered.filter(isRegistered).map(({ id, name }) => [name, id]));
}

/** Missing Access and Unknown Guild (Discord docs: JSON Error Codes). */
const NOT_IN_SERVER = new Set<unknown>([50001, 10004]);

function toConfigError(error: unknown, scope: Scope): unknown {
  if (scope === null || !(error instanceof DiscordAPIError) || !NOT_IN_SERVER.has(error.code)) return error;
  return new GavelError(
    'CONFIG_INVALID',
    `GUILD_ID ${scope} is a server that the bot is not in. Invite it there, or remove GUILD_ID.`,
    { cause: error },
  );
}

interface Registration {
  readonly rest: REST;
  readonly applicationId: string;
  readonly commands: readonly Command[];
  /** What their descriptions are taken from. */
  readonly messages: Messages;
  readonly scope: Scope;
  readonly log: Logger;
}

/**
 * Registers exactly these commands, globally or in one server only, where changes show at once. They are replaced in
 * one request, and only where they differ, because Discord accepts at most 200 new ones a day. Resolves to Discord's
 * command ids by name.
 * @throws GavelError CONFIG_INVALID when the bot is not in the server
 */
export async function registerCommands(options: Registration): Promise<ReadonlyMap<string, string>> {
  const { rest, applicationId, commands, messages, scope, log } = options;
  const route =
    scope === null
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, scope);
  const declared = commands.map((command) => declarationOf(command, scope, messages));
  const query = new URLSearchParams({ with_localizations: 'true' });
  const registered = requireList(
    await rest.get(route, { query }).catch((error: unknown) => {
      throw toConfigError(error, scope);
    }),
  );
  const differences = differencesOf(declared, registered);
  if (hasNoDifferences(differences)) {
    log.info({ commands: declared.length, guildId: scope }, 'the commands are up to date');
    return idsOf(registered);
  }
  const answer = await rest.put(route, { body: declared });
  log.info({ ...differences, guildId: scope }, 'the commands were registered');
  return idsOf(requireList(answer));
}

/**
 * `registerCommands`, retried until it succeeds.
 * @throws GavelError CONFIG_INVALID when the bot is not in the server, DISCORD_UNAUTHORIZED when the token is
 * refused; the signal's reason when it aborts
 */
export async function registerCommandsWithRetries(
  options: Registration & {
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<ReadonlyMap<string, string>> {
  const { log, sleep, signal } = options;
  try {
    return await retryUntilSuccess(() => registerCommands(options), {
      sleep,
      signal,
      isFinal: (error) => error instanceof GavelError || isTokenRefusal(error),
      onFailure(error, failures) {
        if (failures === 1)
          log.warn({ err: error }, 'Discord does not take the commands; trying again until it does');
      },
    });
  } catch (error) {
    throw isTokenRefusal(error) ? tokenRefusedError(error) : error;
  }
}
