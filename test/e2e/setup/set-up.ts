import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { isDraft, previewRule } from '../../../sandbox/demo/preview-rule.ts';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { BotWorld } from '../../support/bot-world.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { description, messageOf } from '../lookups/reading.ts';

/** The text of a reply, with commands as their names. */
export const textOf = ({ message, outcome }: Reply): string => withPlainCommands(message?.content ?? outcome);

/**
 * Runs `/alerts add`, says the rest in its preview, and returns the draft's message with its buttons. The topic is named
 * where only a collection is asked for, because such an alert may be saved without a preview.
 */
export async function startDraft(person: Person, options: OptionValues): Promise<APIMessage> {
  const asked = options['collection'] === undefined ? options : { alerts: 'sales', ...options };
  const message = messageOf(await previewRule(person, 'alerts add', asked));
  if (!isDraft(message)) throw new Error(`There is no draft: ${message.content}`);
  return message;
}

/** The text of `/alerts list`. */
export async function listOf(person: Person): Promise<string> {
  return description(await person.command('alerts list'));
}

/** Denies the bot a permission in a channel. */
export function deny(world: BotWorld, channelId: string, permission: bigint): void {
  world.discord.setOverwrite(channelId, { id: world.applicationId, type: 'member', deny: permission });
}

/** Removes the denial. */
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

/** Posts a button with any custom id as the bot, which only the holder of the bot's token can do. */
export async function forgedButton(
  world: BotWorld,
  channelId: string,
  customId: string,
): Promise<{ readonly id: string }> {
  const sent = await world.requestAsBot('POST', `/channels/${channelId}/messages`, {
    content: 'forged',
    components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Press', custom_id: customId }] }],
  });
  return z.looseObject({ id: z.string() }).parse(sent);
}

/** Creates another member with Manage Server. */
export function secondAdmin({ discord, home }: BotWorld) {
  const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'admins', permissions: 0x28n });
  const { id } = discord.createUser({ name: 'second-admin' });
  discord.addMember({ guildId: home.guildId, userId: id, roleIds: [roleId] });
  return { id, person: discord.person({ userId: id, channelId: home.channelId }) };
}

/** Creates a member without Manage Server who has the server's manager role. */
export async function manager(world: BotWorld) {
  const { discord, home } = world;
  const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'heralds' });
  const { id: userId } = discord.createUser({ name: 'herald' });
  discord.addMember({ guildId: home.guildId, userId, roleIds: [roleId] });
  const set = await home.admin.command('settings set', { manager_role: roleId });
  const person = discord.person({ userId, channelId: home.channelId });
  return { person, userId, roleId, set, removeRole: () => discord.setMemberRoles(home.guildId, userId, []) };
}

/** Denies a permission in a channel to everyone but admins and the bot. */
export function denyMembers({ discord, home, applicationId }: BotWorld, channelId: string, bit: bigint) {
  discord.setOverwrite(channelId, { id: applicationId, type: 'member', allow: bit });
  discord.setOverwrite(channelId, { id: home.guildId, type: 'role', deny: bit });
}

/** Removes an alert and confirms it. Returns the text of the answer. */
export async function removeAlert(person: Person, subscription: string): Promise<string> {
  const asked = messageOf(await person.command('alerts remove', { alert: subscription }));
  return textOf(await person.press(asked, 'Yes, remove it'));
}
