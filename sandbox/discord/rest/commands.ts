import { commandsOf, putCommand, replaceCommands } from '../state/commands.ts';
import type { ApplicationRecord, CommandRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { validateCommand, validateCommands } from '../validation/command.ts';
import { flagSet, isRecord } from '../wire/fields.ts';
import { invalidFormBody, missingAccess, tooManyCommands, unknownCommand } from './errors.ts';
import { botRoute, NO_CONTENT, ok, param, type RestRequest, type Route } from './route.ts';

/** Discord docs: Application Commands, Registering a Command. */
const MAX_COMMANDS = 100;

interface CommandScope {
  readonly applicationId: string;
  readonly guildId: string | null;
}

/**
 * The scope of a request's commands: global or a server. Throws 50001 for other applications and servers
 * without the bot.
 */
function commandScope(world: World, request: RestRequest, caller: ApplicationRecord): CommandScope {
  const guildId = request.params['guildId'] ?? null;
  if (param(request, 'applicationId') !== caller.id) {
    throw missingAccess();
  }
  if (guildId !== null && world.guilds.get(guildId)?.members.has(caller.botId) !== true) {
    throw missingAccess();
  }
  return { applicationId: caller.id, guildId };
}

function commandOf(world: World, request: RestRequest, scope: CommandScope): CommandRecord {
  const command = world.commands.get(param(request, 'commandId'));
  if (
    command === undefined ||
    command.applicationId !== scope.applicationId ||
    command.guildId !== scope.guildId
  ) {
    throw unknownCommand();
  }
  return command;
}

function shown(command: CommandRecord, request: RestRequest): unknown {
  if (request.method !== 'GET' || flagSet(request.query, 'with_localizations')) {
    return command.payload;
  }
  const { name_localizations: _names, description_localizations: _descriptions, ...rest } = command.payload;
  return rest;
}

function definition(body: unknown): Record<string, unknown> {
  const errors = validateCommand(body);
  if (errors !== null) {
    throw invalidFormBody(errors);
  }
  return isRecord(body) ? body : {};
}

function routesUnder(world: World, base: string): Route[] {
  return [
    botRoute('GET', base, (request, caller) => {
      const scope = commandScope(world, request, caller);
      return ok(
        commandsOf(world, scope.applicationId, scope.guildId).map((command) => shown(command, request)),
      );
    }),
    botRoute('PUT', base, (request, caller) => {
      const scope = commandScope(world, request, caller);
      const errors = validateCommands(request.body);
      if (errors !== null) {
        throw invalidFormBody(errors);
      }
      const sent = Array.isArray(request.body) ? request.body.filter(isRecord) : [];
      return ok(replaceCommands(world, sent, scope).map((command) => command.payload));
    }),
    botRoute('POST', base, (request, caller) => {
      const scope = commandScope(world, request, caller);
      const sent = definition(request.body);
      const existing = commandsOf(world, scope.applicationId, scope.guildId);
      if (
        existing.length >= MAX_COMMANDS &&
        !existing.some((command) => command.payload.name === sent['name'])
      ) {
        throw tooManyCommands();
      }
      const { command, created } = putCommand(world, sent, scope);
      return { status: created ? 201 : 200, body: command.payload };
    }),
    botRoute('GET', `${base}/:commandId`, (request, caller) => {
      const scope = commandScope(world, request, caller);
      return ok(commandOf(world, request, scope).payload);
    }),
    botRoute('PATCH', `${base}/:commandId`, (request, caller) => {
      const scope = commandScope(world, request, caller);
      const command = commandOf(world, request, scope);
      const changes = isRecord(request.body) ? request.body : {};
      const merged = definition({ ...command.payload, ...changes, type: command.payload.type });
      const { id } = command.payload;
      world.commands.delete(id);
      const renamed = putCommand(world, merged, scope).command;
      world.commands.delete(renamed.payload.id);
      renamed.payload = { ...renamed.payload, id };
      world.commands.set(id, renamed);
      return ok(renamed.payload);
    }),
    botRoute('DELETE', `${base}/:commandId`, (request, caller) => {
      const scope = commandScope(world, request, caller);
      world.commands.delete(commandOf(world, request, scope).payload.id);
      return NO_CONTENT;
    }),
  ];
}

/** Global and server commands: list, overwrite all, create, get, edit, delete. */
export function commandRoutes(world: World): Route[] {
  return [
    ...routesUnder(world, '/applications/:applicationId/commands'),
    ...routesUnder(world, '/applications/:applicationId/guilds/:guildId/commands'),
  ];
}
