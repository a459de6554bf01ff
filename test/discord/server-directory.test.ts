import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createServerDirectory } from '#src/discord/access/server-directory.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { connectBot } from './connect-bot.ts';

describe('the channels and roles of a server', () => {
  it('are those of this server only', async () => {
    await using world = await startTestWorld();
    const { discord, guildId, channelId, ownerId } = world;
    const news = discord.createChannel({ guildId, name: 'news', type: ChannelType.GuildAnnouncement }).id;
    const role = discord.createRole({ guildId, name: 'Whales' }).id;
    const other = discord.createGuild({ name: 'Elsewhere', ownerId }).id;
    const theirs = discord.createChannel({ guildId: other, name: 'secret' }).id;
    discord.installBot({ guildId: other, applicationId: world.applicationId, permissions: 8n });
    await using bot = await connectBot(world);
    const serverDirectory = createServerDirectory(bot.guilds, Date.now);
    expect(serverDirectory.name(guildId)).toBe('Collectors');
    expect(serverDirectory.channel(guildId, channelId)).toEqual({
      id: channelId,
      name: 'sales',
      isAnnouncement: false,
    });
    expect(serverDirectory.channel(guildId, news)).toEqual({ id: news, name: 'news', isAnnouncement: true });
    expect(serverDirectory.channel(guildId, theirs)).toBeNull();
    expect(serverDirectory.channel(other, theirs)).not.toBeNull();
    expect(serverDirectory.role(guildId, role)).toEqual({ id: role, name: 'Whales' });
    expect(serverDirectory.role(other, role)).toBeNull();
    expect(serverDirectory.channels('1')).toEqual([]);
  });

  it('say whether a mention of a role notifies', async () => {
    await using world = await startTestWorld();
    const { discord, guildId, channelId } = world;
    const quiet = discord.createRole({ guildId, name: 'Quiet' }).id;
    const open = discord.createRole({ guildId, name: 'Open', mentionable: true }).id;
    await using bot = await connectBot(world);
    const serverDirectory = createServerDirectory(bot.guilds, Date.now);
    expect(serverDirectory.mayPing(channelId, open)).toBe(true);
    expect(serverDirectory.mayPing(channelId, quiet)).toBe(false);
    expect(serverDirectory.mayPing(channelId, '1')).toBe(false);
    expect(serverDirectory.mayPing('1', open)).toBe(false);
  });

  it('say that every role is notified where the bot may mention all', async () => {
    await using world = await startTestWorld();
    const { discord, ownerId, applicationId } = world;
    const guildId = discord.createGuild({ name: 'Other', ownerId }).id;
    const channelId = discord.createChannel({ guildId, name: 'sales' }).id;
    const quiet = discord.createRole({ guildId, name: 'Quiet' }).id;
    const permissions = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.MentionEveryone;
    discord.installBot({ guildId, applicationId, permissions });
    await using bot = await connectBot(world);
    const serverDirectory = createServerDirectory(bot.guilds, Date.now);
    expect(serverDirectory.mayPing(channelId, quiet)).toBe(true);
  });
});
