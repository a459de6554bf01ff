import { commandsOf, putCommand, replaceCommands } from '../state/commands.ts';
import type { ApplicationRecord, CommandRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { validateCommand, validateCommands } from '../validation/command.ts';
import { flagSet, isRecord } from '../wire/fields.ts';
import { invalidForm, missingAccess, tooManyCommands, unknownCommand } from './errors.ts';
import { botRoute, NO_CONTENT, ok, param, type RestRequest, type Route } from './route.ts';

/** Discord docs: Application Commands, Registering a Command. */
const MOST_COMMANDS = 100;

interface Place {
  readonly applicationId: string;
  readonly guildId: string | null;
}

/** Where a request's commands live. Throws 50001 for other applications and servers without the bot. */
function placeOf(world: World, request: RestRequest, caller: ApplicationRecord): Place {
  const guildId = request.params['guildId'] ?? null;
  if (param(request, 'applicationId') !== caller.id) {
    throw missingAccess();
  }
  if (guildId !== null && world.guilds.get(guildId)?.members.has(caller.botId) !== true) {
    throw missingAccess();
  }
  return { applicationId: caller.id, guildId };
}

function commandOf(world: World, request: RestRequest, place: Place): CommandRecord {
  const command = world.commands.get(param(request, 'commandId'));
  if (
    command === undefined ||
    command.applicationId !== place.applicationId ||
    command.guildId !== place.guildId
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
    throw invalidForm(errors);
  }
  return isRecord(body) ? body : {};
}

function routesUnder(world: World, base: string): Route[] {
  return [
    botRoute('GET', base, (request, caller) => {
      const place = placeOf(world, request, caller);
      return ok(
        commandsOf(world, place.applicationId, place.guildId).map((command) => shown(command, request)),
      );
    }),
    botRoute('PUT', base, (request, caller) => {
      const place = placeOf(world, request, caller);
      const errors = validateCommands(request.body);
      if (errors !== null) {
        throw invalidForm(errors);
      }
      const sent = Array.isArray(request.body) ? request.body.filter(isRecord) : [];
      return ok(replaceCommands(world, sent, place).map((command) => command.payload));
    }),
    botRoute('POST', base, (request, caller) => {
      const place = placeOf(world, request, caller);
      const sent = definition(request.body);
      const existing = commandsOf(world, place.applicationId, place.guildId);
      if (
        existing.length >= MOST_COMMANDS &&
        !existing.some((command) => command.payload.name === sent['name'])
      ) {
        throw tooManyCommands();
      }
      const { command, created } = putCommand(world, sent, place);
      return { status: created ? 201 : 200, body: command.payload };
    }),
    botRoute('GET', `${base}/:commandId`, (request, caller) => {
      const place = placeOf(world, request, caller);
      return ok(commandOf(world, request, place).payload);
    }),
    botRoute('PATCH', `${base}/:commandId`, (request, caller) => {
      const place = placeOf(world, request, caller);
      const command = commandOf(world, request, place);
      const changes = isRecord(request.body) ? request.body : {};
      const merged = definition({ ...command.payload, ...changes, type: command.payload.type });
      const { id } = command.payload;
      world.commands.delete(id);
      const renamed = putCommand(world, merged, place).command;
      world.commands.delete(renamed.payload.id);
      renamed.payload = { ...renamed.payload, id };
      world.commands.set(id, renamed);
      return ok(renamed.payload);
    }),
    botRoute('DELETE', `${base}/:commandId`, (request, caller) => {
      const place = placeOf(world, request, caller);
      world.commands.delete(commandOf(world, request, place).payload.id);
      return NO_CONTENT;
    }),
  ];
}

/** Global and server commands: list, replace all, create, get, change, delete. */
export function commandRoutes(world: World): Route[] {
  return [
    ...routesUnder(world, '/applications/:applicationId/commands'),
    ...routesUnder(world, '/applications/:applicationId/guilds/:guildId/commands'),
  ];
}
