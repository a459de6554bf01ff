import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  ApplicationCommandType,
  PermissionFlagsBits as Bits,
  InteractionContextType,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import { commandsInGuild, commandsOf } from '../state/commands.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { ChannelRecord, CommandRecord } from '../state/records.ts';
import { applicationIdsAmong, type World } from '../state/world.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

/** A command with its subcommand path, and the options that this subcommand takes. */
export interface FoundCommand {
  readonly command: CommandRecord;
  /** Names below the command's own: `['add']` of `alerts add`. */
  readonly path: readonly string[];
  readonly options: readonly APIApplicationCommandBasicOption[];
}

function isSubcommand(option: APIApplicationCommandOption): boolean {
  return option.type === OptionType.Subcommand || option.type === OptionType.SubcommandGroup;
}

function isAvailableIn(command: CommandRecord, channel: ChannelRecord): boolean {
  const { contexts, type } = command.payload;
  if (type !== ApplicationCommandType.ChatInput) {
    return false;
  }
  const context = channel.guildId === null ? InteractionContextType.BotDM : InteractionContextType.Guild;
  return contexts === undefined || contexts === null || contexts.includes(context);
}

function availableCommands(world: World, channel: ChannelRecord): CommandRecord[] {
  const all =
    channel.guildId === null
      ? applicationIdsAmong(world, channel.recipientIds).flatMap((id) => commandsOf(world, id, null))
      : commandsInGuild(world, channel.guildId);
  return all.filter((command) => isAvailableIn(command, channel));
}

/** Whether `default_member_permissions` allows the command for these permissions. */
function isVisibleTo(command: CommandRecord, channel: ChannelRecord, permissions: bigint): boolean {
  const needed = command.payload.default_member_permissions;
  if (channel.guildId === null || allows(permissions, Bits.Administrator)) {
    return true;
  }
  if (!allows(permissions, Bits.UseApplicationCommands) || needed === '0') {
    return false;
  }
  return needed === null || needed === undefined || allows(permissions, BigInt(needed));
}

function findSubcommand(command: CommandRecord, words: readonly string[]): FoundCommand | null {
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
  return { command, path: words, options: basic };
}

/** The slash commands that a user sees in a channel. */
export function visibleCommands(world: World, channel: ChannelRecord, userId: string): CommandRecord[] {
  const permissions = channelPermissions(world, channel, userId);
  return availableCommands(world, channel).filter((command) => isVisibleTo(command, channel, permissions));
}

/**
 * Finds the slash command of a name such as `alerts add` in a channel. Throws a PersonRefusal when it is not
 * registered, needs a subcommand, is hidden from this user, or the channel is an archived thread.
 */
export function findCommand(
  world: World,
  channel: ChannelRecord,
  userId: string,
  name: string,
): FoundCommand {
  const [first = '', ...words] = name.trim().replace(/^\//, '').split(/\s+/);
  const permissions = channelPermissions(world, channel, userId);
  if (!allows(permissions, Bits.ViewChannel)) {
    throw new UnavailableActionError('cannot-see-channel', `This person does not see channel ${channel.id}.`);
  }
  if (channel.thread?.archived === true) {
    throw new UnavailableActionError('archived-thread', 'There are no commands in an archived thread.');
  }
  const candidates = availableCommands(world, channel).filter((command) => command.payload.name === first);
  if (candidates.length === 0) {
    const names = availableCommands(world, channel).map((command) => `/${command.payload.name}`);
    throw new UnavailableActionError(
      'unknown-command',
      `There is no /${first} here; there is ${names.join(', ') || 'none'}.`,
    );
  }
  const shown = candidates.filter((command) => isVisibleTo(command, channel, permissions));
  if (shown.length === 0) {
    throw new UnavailableActionError('hidden-command', `/${first} is not shown to this person.`);
  }
  const found = shown
    .map((command) => findSubcommand(command, words))
    .find((candidate) => candidate !== null);
  if (found === undefined || found === null) {
    throw new UnavailableActionError(
      'unknown-command',
      `/${first} has no "${words.join(' ')}", or needs a subcommand.`,
    );
  }
  return found;
}
