import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createServerPlaces } from '../../src/discord/server-places.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';

describe('what a server is made of', () => {
  it('names its channels and roles, and nobody else’s', async () => {
    await using world = await startTestWorld();
    const { discord, guildId, channelId, ownerId } = world;
    const news = discord.createChannel({ guildId, name: 'news', type: ChannelType.GuildAnnouncement }).id;
    const role = discord.createRole({ guildId, name: 'Whales' }).id;
    const other = discord.createGuild({ name: 'Elsewhere', ownerId }).id;
    const theirs = discord.createChannel({ guildId: other, name: 'secret' }).id;
    discord.installBot({ guildId: other, applicationId: world.applicationId, permissions: 8n });
    const places = createServerPlaces(await world.connect());
    expect(places.name(guildId)).toBe('Collectors');
    expect(places.channel(guildId, channelId)).toEqual({
      id: channelId,
      name: 'sales',
      isAnnouncement: false,
    });
    expect(places.channel(guildId, news)).toEqual({ id: news, name: 'news', isAnnouncement: true });
    expect(places.channel(guildId, theirs)).toBeNull();
    expect(places.channel(other, theirs)).not.toBeNull();
    expect(places.role(guildId, role)).toEqual({ id: role, name: 'Whales' });
    expect(places.role(other, role)).toBeNull();
    expect(places.channels('1')).toEqual([]);
  });

  it('says whether a mention of a role rings', async () => {
    await using world = await startTestWorld();
    const { discord, guildId, channelId } = world;
    const quiet = discord.createRole({ guildId, name: 'Quiet' }).id;
    const open = discord.createRole({ guildId, name: 'Open', mentionable: true }).id;
    const places = createServerPlaces(await world.connect());
    expect(places.mayPing(channelId, open)).toBe(true);
    expect(places.mayPing(channelId, quiet)).toBe(false);
    expect(places.mayPing(channelId, '1')).toBe(false);
    expect(places.mayPing('1', open)).toBe(false);
  });

  it('says that every role rings where the bot may mention all', async () => {
    await using world = await startTestWorld();
    const { discord, ownerId, applicationId } = world;
    const guildId = discord.createGuild({ name: 'Other', ownerId }).id;
    const channelId = discord.createChannel({ guildId, name: 'sales' }).id;
    const quiet = discord.createRole({ guildId, name: 'Quiet' }).id;
    const permissions = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.MentionEveryone;
    discord.installBot({ guildId, applicationId, permissions });
    const places = createServerPlaces(await world.connect());
    expect(places.mayPing(channelId, quiet)).toBe(true);
  });
});
