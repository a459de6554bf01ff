import { DiscordAPIError, type REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Command } from '../command.ts';
import { isTokenRefusal, tokenRefusedError } from '../posting/failures.ts';
import { retryUntilSuccess } from '../rest/retry-until-success.ts';
import { declarationsOf, type Scope } from './declarations.ts';
import { differencesOf, hasNoDifferences } from './differences.ts';

function isRegistered(value: unknown): value is { readonly id: string; readonly name: string } {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return typeof value.id === 'string' && typeof value.name === 'string';
}

/** Checks that the answer is a list, because a proxy may answer with anything. */
function requireList(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new Error('The response of Discord is not a list of commands.');
  return answer;
}

function idsOf(registered: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(registered.filter(isRegistered).map(({ id, name }) => [name, id]));
}

/**
 * Discord's limit of 200 new commands a day, reported as a 400 (Discord docs: JSON Error Codes). It resets by itself.
 */
const DAILY_CREATES_REACHED = 30034;

/**
 * Returns whether a retry cannot help: a 4xx with a JSON error code, such as Invalid Form Body. A 4xx without one comes
 * from a proxy in front of Discord.
 */
function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof DiscordAPIError) || typeof error.code !== 'number') return false;
  return (
    error.status < 500 && ![401, 408, 429].includes(error.status) && error.code !== DAILY_CREATES_REACHED
  );
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
  /** Source of the descriptions. */
  readonly messages: Messages;
  readonly scope: Scope;
  readonly log: Logger;
}

/** The commands at Discord after a registration. */
export interface Registered {
  /** Command ids by name. */
  readonly ids: ReadonlyMap<string, string>;
  /** Whether Discord refused the commands of this version and still has the previous ones. */
  readonly refused: boolean;
}

/**
 * Registers exactly these commands, globally or in one server, where changes take effect immediately. They are replaced
 * in one request, and only if they differ, because Discord accepts at most 200 new ones a day. If Discord refuses them
 * as invalid, the previous ones stay; this is logged as an error.
 * @throws GavelError CONFIG_INVALID if the bot is not in the server
 */
export async function registerCommands(options: Registration): Promise<Registered> {
  const { rest, applicationId, commands, messages, scope, log } = options;
  const route =
    scope === null
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, scope);
  const declared = declarationsOf(commands, scope, messages);
  const query = new URLSearchParams({ with_localizations: 'true' });
  let earlier: ReadonlyMap<string, string> = new Map();
  try {
    const registered = requireList(await rest.get(route, { query }));
    earlier = idsOf(registered);
    const differences = differencesOf(declared, registered);
    if (hasNoDifferences(differences)) {
      log.info({ commands: declared.length, guildId: scope }, 'commands up to date');
      return { ids: earlier, refused: false };
    }
    const answer = requireList(await rest.put(route, { body: declared }));
    log.info({ ...differences, guildId: scope }, 'commands registered');
    return { ids: idsOf(answer), refused: false };
  } catch (error) {
    const reported = toConfigError(error, scope);
    if (!isFinalRefusal(reported)) throw reported;
    log.error(
      { err: error, guildId: scope, earlier: [...earlier.keys()] },
      'commands rejected by Discord; earlier ones kept',
    );
    return { ids: earlier, refused: true };
  }
}

/**
 * Calls `registerCommands`, and retries while Discord or the connection fails, but not after a refusal.
 * @throws GavelError CONFIG_INVALID if the bot is not in the server, DISCORD_UNAUTHORIZED if the token is refused; the
 * signal's reason when it aborts
 */
export async function registerCommandsWithRetries(
  options: Registration & {
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<Registered> {
  const { log, sleep, signal } = options;
  try {
    return await retryUntilSuccess(() => registerCommands(options), {
      sleep,
      signal,
      isFinal: (error) => error instanceof GavelError || isTokenRefusal(error),
      onFailure(error, failures) {
        if (failures === 1) log.warn({ err: error }, 'command registration failed; retrying');
      },
    });
  } catch (error) {
    throw isTokenRefusal(error) ? tokenRefusedError(error) : error;
  }
}
