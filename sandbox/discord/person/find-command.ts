import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  ApplicationCommandType,
  ApplicationIntegrationType,
  PermissionFlagsBits as Bits,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import { commandsOffered } from '../state/commands.ts';
import {
  contextOf,
  type IntegrationOwners,
  integrationOwners,
  isOutside,
} from '../state/integration-owners.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord, CommandRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

/** A command that an application offers a user in a channel. */
interface OfferedCommand {
  readonly command: CommandRecord;
  /** By which installs; at least one. */
  readonly owners: IntegrationOwners;
}

/** A command with its subcommand path, and the options that this subcommand takes. */
export interface FoundCommand extends OfferedCommand {
  /** Names below the command's own: `['add']` of `alerts add`. */
  readonly path: readonly string[];
  readonly options: readonly APIApplicationCommandBasicOption[];
}

function isSubcommand(option: APIApplicationCommandOption): boolean {
  return option.type === OptionType.Subcommand || option.type === OptionType.SubcommandGroup;
}

type Place = { readonly channel: ChannelRecord; readonly userId: string };

function offeredBy(
  world: World,
  application: ApplicationRecord,
  place: Place,
  type: ApplicationCommandType,
): OfferedCommand[] {
  const context = contextOf(place.channel, application);
  return commandsOffered(world, application.id, place.channel.guildId)
    .filter(({ payload }) => payload.type === type && (payload.contexts?.includes(context) ?? true))
    .map((command) => {
      const types = command.payload.integration_types ?? [ApplicationIntegrationType.GuildInstall];
      return { command, owners: integrationOwners(world, application, place, types) };
    })
    .filter(({ owners }) => Object.keys(owners).length > 0);
}

function offeredCommands(world: World, place: Place, type: ApplicationCommandType): OfferedCommand[] {
  return [...world.applications.values()].flatMap((application) =>
    offeredBy(world, application, place, type),
  );
}

/** Whether a user with these permissions sees the command: `default_member_permissions` are those of the server that installed it. */
function isVisibleTo(
  { command, owners }: OfferedCommand,
  channel: ChannelRecord,
  permissions: bigint,
): boolean {
  if (channel.guildId === null || allows(permissions, Bits.Administrator)) return true;
  if (!allows(permissions, Bits.UseApplicationCommands)) return false;
  const needed = command.payload.default_member_permissions ?? null;
  if (isOutside(owners, channel.guildId) || needed === null) return true;
  return needed !== '0' && allows(permissions, BigInt(needed));
}

function findSubcommand({ command, owners }: OfferedCommand, words: readonly string[]): FoundCommand | null {
  let options: readonly APIApplicationCommandOption[] = command.payload.options ?? [];
  for (const word of words) {
    const next = options.find((option) => option.name === word && isSubcommand(option));
    if (next === undefined) {
      return null;
    }
    options = 'options' in next && next.options !== undefined ? next.options : [];
  }
  if (options.some(isSubcommand)) {
    return null;
  }
  const basic = options.filter((option): option is APIApplicationCommandBasicOption => !isSubcommand(option));
  return { command, owners, path: words, options: basic };
}

/** The commands of a type that a user sees in a channel: slash commands, or those in the menu of a message. */
export function visibleCommands(world: World, place: Place, type: ApplicationCommandType): OfferedCommand[] {
  const permissions = channelPermissions(world, place.channel, place.userId);
  return offeredCommands(world, place, type).filter((offered) =>
    isVisibleTo(offered, place.channel, permissions),
  );
}

/** Throws a PersonRefusal where the user does not see the channel, or it is an archived thread. */
function requireUsableChannel(world: World, { channel, userId }: Place): void {
  if (!allows(channelPermissions(world, channel, userId), Bits.ViewChannel)) {
    throw new UnavailableActionError('cannot-see-channel', `This person does not see channel ${channel.id}.`);
  }
  if (channel.thread?.archived === true) {
    throw new UnavailableActionError('archived-thread', 'There are no commands in an archived thread.');
  }
}

/** The offered commands of a name, at least one. Throws a PersonRefusal when there is none, or it is hidden from this user. */
function namedCommands(
  world: World,
  place: Place,
  type: ApplicationCommandType,
  name: string,
): readonly OfferedCommand[] {
  requireUsableChannel(world, place);
  const prefix = type === ApplicationCommandType.ChatInput ? '/' : '';
  const offered = offeredCommands(world, place, type);
  if (!offered.some(({ command }) => command.payload.name === name)) {
    const names = offered.map(({ command }) => `${prefix}${command.payload.name}`);
    throw new UnavailableActionError(
      'unknown-command',
      `There is no ${prefix}${name} here; there is ${names.join(', ') || 'none'}.`,
    );
  }
  const shown = visibleCommands(world, place, type).filter(({ command }) => command.payload.name === name);
  if (shown.length === 0) {
    throw new UnavailableActionError('hidden-command', `${prefix}${name} is not shown to this person.`);
  }
  return shown;
}

/**
 * Finds the slash command of a name such as `alerts add` in a channel. Throws a PersonRefusal when it is not
 * registered, needs a subcommand, is hidden from this user, or the channel is an archived thread.
 */
export function findCommand(world: World, place: Place, name: string): FoundCommand {
  const [first = '', ...words] = name.trim().replace(/^\//, '').split(/\s+/);
  for (const offered of namedCommands(world, place, ApplicationCommandType.ChatInput, first)) {
    const found = findSubcommand(offered, words);
    if (found !== null) return found;
  }
  throw new UnavailableActionError(
    'unknown-command',
    `/${first} has no "${words.join(' ')}", or needs a subcommand.`,
  );
}

/** Finds the command of a name in the menu of a message (Apps). Throws a PersonRefusal when there is none. */
export function findMessageCommand(world: World, place: Place, name: string): OfferedCommand {
  const [found] = namedCommands(world, place, ApplicationCommandType.Message, name);
  if (found === undefined) throw new Error('namedCommands returned no command.');
  return found;
}
