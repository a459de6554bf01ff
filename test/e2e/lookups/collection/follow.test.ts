import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../../support/bot-world.ts';
import { messageOf } from '../reading.ts';
import { FOXES, startReadyWorld } from './foxes.ts';

describe('the button “Follow here” of a collection', () => {
  it('shows an admin a draft with its preview, and adds the rule once it is confirmed', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { admin, channelId } = world.home;
    const card = await admin.command('collection info', { collection: FOXES });

    const offer = await admin.press(messageOf(card), 'Follow here');
    expect(offer).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(offer.message?.content.split('\n').slice(0, 2)).toEqual([
      `**New alert in <#${channelId}>**`,
      'Sales · Lantern Foxes',
    ]);
    const done = await admin.press(messageOf(offer), 'Confirm');
    expect(done).toMatchObject({ outcome: 'updated', ephemeral: true });
    expect(done.message?.content).toContain(`Alert #1 added in <#${channelId}>: Sales · Lantern Foxes`);

    const again = await admin.press(messageOf(card), 'Follow here');
    expect(again.message?.content).toContain('already gets **Lantern Foxes** sales');
    const before = world.embeds(channelId).length;
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
    await world.untilPosted(channelId, before + 1);
  });

  it('names to a plain member whom to ask, also on their own reply', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const card = await member.command('collection info', { collection: FOXES });

    const reply = await member.press(messageOf(card), 'Follow here');

    expect(reply.ephemeral).toBe(true);
    expect(reply.message?.content).toContain('Only alert managers can post');
    expect(reply.message?.components).toEqual([]);
  });

  it('checks the permission again at Confirm', async () => {
    await using world = await startReadyWorld();
    const { home, discord } = world;
    const deputy = discord.createUser({ name: 'deputy' }).id;
    const role = discord.createRole({
      guildId: home.guildId,
      name: 'deputies',
      permissions: PermissionFlagsBits.ManageGuild,
    });
    discord.addMember({ guildId: home.guildId, userId: deputy, roleIds: [role.id] });
    const person = discord.person({ userId: deputy, channelId: home.channelId });
    const card = await person.command('collection info', { collection: FOXES });
    const offer = await person.press(messageOf(card), 'Follow here');
    discord.setMemberRoles(home.guildId, deputy, []);

    const reply = await person.press(messageOf(offer), 'Confirm');

    expect(reply.message?.content).toBe('You need the “Manage Server” permission in this server.');
    expect((await home.admin.command('alerts list')).message?.content).toMatch(/^No alerts yet/);
  });

  it('names the permissions that the bot is missing in the channel', async () => {
    await using world = await startReadyWorld();
    const { admin, channelId } = world.home;
    const card = await admin.command('collection info', { collection: FOXES });
    const offer = await admin.press(messageOf(card), 'Follow here');
    const deny = PermissionFlagsBits.EmbedLinks;
    world.discord.setOverwrite(channelId, { id: world.applicationId, type: 'member', deny });

    const late = await admin.press(messageOf(offer), 'Confirm');
    const early = await admin.press(messageOf(card), 'Follow here');

    for (const reply of [late, early]) {
      expect(reply.message?.content).toContain(
        `I can’t post in <#${channelId}>. Give me “Embed Links” there`,
      );
    }
  });
});
