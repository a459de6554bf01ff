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
import { PersonRefusal } from './refusal.ts';

/** A command with the subcommands on the way to it, and the options that it takes there. */
export interface FoundCommand {
  readonly command: CommandRecord;
  /** Names below the command's own: `['add']` of `alerts add`. */
  readonly path: readonly string[];
  readonly options: readonly APIApplicationCommandBasicOption[];
}

function isSubcommand(option: APIApplicationCommandOption): boolean {
  return option.type === OptionType.Subcommand || option.type === OptionType.SubcommandGroup;
}

function usableIn(command: CommandRecord, channel: ChannelRecord): boolean {
  const { contexts, type } = command.payload;
  if (type !== ApplicationCommandType.ChatInput) {
    return false;
  }
  const context = channel.guildId === null ? InteractionContextType.BotDM : InteractionContextType.Guild;
  return contexts === undefined || contexts === null || contexts.includes(context);
}

function offered(world: World, channel: ChannelRecord): CommandRecord[] {
  const all =
    channel.guildId === null
      ? applicationIdsAmong(world, channel.recipientIds).flatMap((id) => commandsOf(world, id, null))
      : commandsInGuild(world, channel.guildId);
  return all.filter((command) => usableIn(command, channel));
}

/** Whether `default_member_permissions` shows the command to someone with these permissions. */
function shownTo(command: CommandRecord, channel: ChannelRecord, permissions: bigint): boolean {
  const needed = command.payload.default_member_permissions;
  if (channel.guildId === null || allows(permissions, Bits.Administrator)) {
    return true;
  }
  if (!allows(permissions, Bits.UseApplicationCommands) || needed === '0') {
    return false;
  }
  return needed === null || needed === undefined || allows(permissions, BigInt(needed));
}

function descend(command: CommandRecord, words: readonly string[]): FoundCommand | null {
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

/** The slash commands that a channel offers to a user, hidden ones left out. */
export function shownCommands(world: World, channel: ChannelRecord, userId: string): CommandRecord[] {
  const permissions = channelPermissions(world, channel, userId);
  return offered(world, channel).filter((command) => shownTo(command, channel, permissions));
}

/**
 * The slash command that a name such as `alerts add` means in a channel. Throws a PersonRefusal when it is not
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
    throw new PersonRefusal('cannot-see-channel', `This person does not see channel ${channel.id}.`);
  }
  if (channel.thread?.archived === true) {
    throw new PersonRefusal('archived-thread', 'There are no commands in an archived thread.');
  }
  const named = offered(world, channel).filter((command) => command.payload.name === first);
  if (named.length === 0) {
    const known = offered(world, channel).map((command) => `/${command.payload.name}`);
    throw new PersonRefusal(
      'unknown-command',
      `There is no /${first} here; there is ${known.join(', ') || 'none'}.`,
    );
  }
  const shown = named.filter((command) => shownTo(command, channel, permissions));
  if (shown.length === 0) {
    throw new PersonRefusal('hidden-command', `/${first} is not shown to this person.`);
  }
  const found = shown.map((command) => descend(command, words)).find((candidate) => candidate !== null);
  if (found === undefined || found === null) {
    throw new PersonRefusal(
      'unknown-command',
      `/${first} has no "${words.join(' ')}", or needs a subcommand.`,
    );
  }
  return found;
}
