import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { BotWorld } from '../../support/bot-world.ts';
import { description, messageOf } from '../lookups/reading.ts';

/** What somebody reads in answer. */
export const textOf = ({ message, outcome }: Reply): string => message?.content ?? outcome;

/** Begins to set an alert up, and answers the message with its buttons. */
export async function begun(person: Person, options: OptionValues): Promise<APIMessage> {
  const message = messageOf(await person.command('alerts add', options));
  if (message.components?.length === 0) throw new Error(`Nothing was begun: ${message.content}`);
  return message;
}

/** The list of a server's alerts as somebody reads it. */
export async function listOf(person: Person): Promise<string> {
  return description(await person.command('alerts list'));
}

/** What the bot may not do in a channel from now on. */
export function deny(world: BotWorld, channelId: string, permission: bigint): void {
  world.discord.setOverwrite(channelId, { id: world.applicationId, type: 'member', deny: permission });
}

/** Takes back what was denied. */
export function allow(world: BotWorld, channelId: string): void {
  world.discord.removeOverwrite(channelId, world.applicationId);
}

/** The custom id of the button with a label. */
export function customIdOf(message: APIMessage, label: string): string {
  const found = (message.components ?? [])
    .flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []))
    .find((component) => 'label' in component && component.label === label);
  if (found === undefined || !('custom_id' in found)) throw new Error(`There is no button “${label}”.`);
  return found.custom_id;
}

/** Puts a button with any custom id where everybody can press it, as nobody could without the bot's token. */
export async function forgedButton(
  world: BotWorld,
  channelId: string,
  customId: string,
): Promise<{ readonly id: string }> {
  const sent = await world.asBot('POST', `/channels/${channelId}/messages`, {
    content: 'forged',
    components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Press', custom_id: customId }] }],
  });
  return z.looseObject({ id: z.string() }).parse(sent);
}

/** Somebody else who may manage the server. */
export function secondAdmin({ discord, home }: BotWorld) {
  const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'admins', permissions: 0x28n });
  const { id } = discord.createUser({ name: 'second-admin' });
  discord.addMember({ guildId: home.guildId, userId: id, roleIds: [roleId] });
  return { id, person: discord.person({ userId: id, channelId: home.channelId }) };
}

/** Somebody without Manage Server who holds the role that the server lets manage alerts. */
export async function manager(world: BotWorld) {
  const { discord, home } = world;
  const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'heralds' });
  const { id: userId } = discord.createUser({ name: 'herald' });
  discord.addMember({ guildId: home.guildId, userId, roleIds: [roleId] });
  const set = await home.admin.command('settings set', { manager_role: roleId });
  const person = discord.person({ userId, channelId: home.channelId });
  return { person, userId, roleId, set, dismiss: () => discord.setMemberRoles(home.guildId, userId, []) };
}

/** Takes a permission in a channel from everybody who is no admin, and not from the bot. */
export function keepFromMembers({ discord, home, applicationId }: BotWorld, channelId: string, bit: bigint) {
  discord.setOverwrite(channelId, { id: applicationId, type: 'member', allow: bit });
  discord.setOverwrite(channelId, { id: home.guildId, type: 'role', deny: bit });
}

/** Removes an alert, and says so twice. Answers what is read then. */
export async function removeAlert(person: Person, subscription: string): Promise<string> {
  const asked = messageOf(await person.command('alerts remove', { subscription }));
  return textOf(await person.press(asked, 'Yes, remove it'));
}
