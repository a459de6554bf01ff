import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { BotWorld } from '../../support/bot-world.ts';
import { FOXES, startReadyWorld, titleOf } from '../lookups/collection/foxes.ts';
import { description, messageOf } from '../lookups/reading.ts';

const MEMBERS_MAY =
  Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.AttachFiles | Bits.UseApplicationCommands;

/** Somebody who installed the bot to their account, in a server that it is not in. */
function somebodyElsewhere({ discord, applicationId }: BotWorld, permissions: bigint) {
  const { id: ownerId } = discord.createUser({ name: 'owner' });
  const { id: userId } = discord.createUser({ name: 'traveller' });
  const { id: guildId } = discord.createGuild({ name: 'Elsewhere', ownerId });
  discord.setRolePermissions(guildId, guildId, permissions);
  const { id: channelId } = discord.createChannel({ guildId, name: 'talk' });
  discord.addMember({ guildId, userId });
  discord.installToAccount(userId, applicationId);
  return discord.person({ userId, channelId });
}

describe('in a server without the bot, for who installed it to their account', () => {
  it('lookups are answered to all where apps may be used, with buttons that work', async () => {
    await using world = await startReadyWorld();
    const person = somebodyElsewhere(world, MEMBERS_MAY | Bits.UseExternalApps);

    const shown = await person.command('collection info', { collection: FOXES });

    expect(shown.ephemeral).toBe(false);
    expect(titleOf(shown)).toContain('Lantern Foxes');
    const asked = await person.press(messageOf(shown), 'Watch');
    expect(asked.ephemeral).toBe(true);
    const help = await person.command('help');
    expect(description(help)).not.toContain('/alerts');
  });

  it('watches are added and listed', async () => {
    await using world = await startReadyWorld();
    const person = somebodyElsewhere(world, MEMBERS_MAY | Bits.UseExternalApps);
    await person.command('watch add', { when: 'collection.listed_rank', what: FOXES, rank: 50 });
    expect(description(await person.command('watch list'))).toContain('Lantern Foxes');
  });

  it('lookups are answered to the asker where apps of others may not be used', async () => {
    await using world = await startReadyWorld();
    const person = somebodyElsewhere(world, MEMBERS_MAY);
    expect((await person.command('collection info', { collection: FOXES })).ephemeral).toBe(true);
  });

  it('has no commands for administration', async () => {
    await using world = await startReadyWorld();
    const person = somebodyElsewhere(world, MEMBERS_MAY | Bits.UseExternalApps);
    await expect(person.command('alerts list')).rejects.toThrow('There is no /alerts here');
  });
});
