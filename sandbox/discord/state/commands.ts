import type { APIApplicationCommand } from 'discord-api-types/v10';
import { bitsField } from '../wire/fields.ts';
import type { CommandRecord } from './records.ts';
import type { World } from './world.ts';

const CHAT_INPUT = 1;

/** The commands of an application in one scope: a server, or global (null). */
export function commandsOf(world: World, applicationId: string, guildId: string | null): CommandRecord[] {
  return [...world.commands.values()].filter(
    (command) => command.applicationId === applicationId && command.guildId === guildId,
  );
}

/** A command definition as Discord returns it, with all defaults. */
function commandPayload(
  world: World,
  sent: Record<string, unknown>,
  fixed: { id: string; applicationId: string; guildId: string | null },
): APIApplicationCommand {
  const permissions = bitsField(sent, 'default_member_permissions');
  const payload = {
    id: fixed.id,
    application_id: fixed.applicationId,
    version: world.nextId(),
    type: sent['type'] ?? CHAT_INPUT,
    name: sent['name'],
    name_localizations: sent['name_localizations'] ?? null,
    description: sent['description'] ?? '',
    description_localizations: sent['description_localizations'] ?? null,
    default_member_permissions: permissions?.toString() ?? null,
    nsfw: sent['nsfw'] === true,
    ...(fixed.guildId === null
      ? {
          dm_permission: sent['dm_permission'] !== false,
          contexts: sent['contexts'] ?? null,
          integration_types:
            sent['integration_types'] ?? world.applications.get(fixed.applicationId)?.integrationTypes ?? [],
        }
      : { guild_id: fixed.guildId }),
    ...(sent['options'] === undefined ? {} : { options: sent['options'] }),
  };
  return payload as unknown as APIApplicationCommand;
}

/** Registers a validated definition. An existing command of the same name and type keeps its id. */
export function putCommand(
  world: World,
  sent: Record<string, unknown>,
  place: { applicationId: string; guildId: string | null },
): { command: CommandRecord; created: boolean } {
  const type = sent['type'] ?? CHAT_INPUT;
  const known = commandsOf(world, place.applicationId, place.guildId).find(
    ({ payload }) => payload.name === sent['name'] && payload.type === type,
  );
  const payload = commandPayload(world, sent, { ...place, id: known?.payload.id ?? world.nextId() });
  const command = known ?? { ...place, payload };
  command.payload = payload;
  world.commands.set(payload.id, command);
  return { command, created: known === undefined };
}

/** Replaces all commands of one scope (Discord docs: Bulk Overwrite); all others are removed. */
export function replaceCommands(
  world: World,
  sent: readonly Record<string, unknown>[],
  place: { applicationId: string; guildId: string | null },
): CommandRecord[] {
  const kept = sent.map((definition) => putCommand(world, definition, place).command);
  for (const command of commandsOf(world, place.applicationId, place.guildId)) {
    if (!kept.includes(command)) {
      world.commands.delete(command.payload.id);
    }
  }
  return kept;
}

/** The commands that an application offers in a server, or (null) elsewhere: the server's own before global ones of their name. */
export function commandsOffered(
  world: World,
  applicationId: string,
  guildId: string | null,
): CommandRecord[] {
  const everywhere = commandsOf(world, applicationId, null);
  if (guildId === null) return everywhere;
  const own = commandsOf(world, applicationId, guildId);
  const keyOf = ({ payload: { type, name } }: CommandRecord): string => `${type} ${name}`;
  const keys = new Set(own.map(keyOf));
  return [...own, ...everywhere.filter((command) => !keys.has(keyOf(command)))];
}
