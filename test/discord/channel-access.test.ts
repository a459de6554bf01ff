import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { connectBot } from './connect-bot.ts';

/** Access of the bot in a channel that denies it these permissions. */
async function accessWithout(denied: bigint) {
  await using world = await startTestWorld();
  world.discord.setOverwrite(world.channelId, { id: world.applicationId, type: 'member', deny: denied });
  await using bot = await connectBot(world);
  const access = createChannelAccess(bot.guilds, Date.now);
  return {
    missing: access.missingForAlerts(world.channelId),
    history: access.historyAccess(world.channelId),
  };
}

describe('what the bot may do in a channel', () => {
  it('is everything where nothing is denied', async () => {
    expect(await accessWithout(0n)).toEqual({ missing: [], history: 'readable' });
  });

  it.each([
    ['Send Messages', Bits.SendMessages, 'readable'],
    ['Embed Links', Bits.EmbedLinks, 'readable'],
  ])('lacks %s for alerts, by the name that Discord’s settings show', async (name, denied, history) => {
    expect(await accessWithout(denied)).toEqual({ missing: [name], history });
  });

  it('does not include the history without Read Message History, or in a channel that it cannot see', async () => {
    expect(await accessWithout(Bits.ReadMessageHistory)).toEqual({ missing: [], history: 'unreadable' });
    expect(await accessWithout(Bits.ViewChannel)).toMatchObject({
      missing: expect.arrayContaining(['View Channel']),
      history: 'unreadable',
    });
  });

  it('is unknown for a channel that the gateway has not reported, and nothing is allowed there', async () => {
    await using world = await startTestWorld();
    await using bot = await connectBot(world);
    const access = createChannelAccess(bot.guilds, Date.now);
    expect(access.historyAccess('404')).toBe('unknown');
    expect(access.missingForAlerts('404')).toEqual(['View Channel', 'Send Messages', 'Embed Links']);
  });
});

describe('what the bot may do in a thread', () => {
  /** What is missing in a thread of a channel where these permissions are taken from the bot. */
  async function missingInThread(denied: bigint, locked = false) {
    await using world = await startTestWorld();
    const { id } = world.discord.createThread({ channelId: world.channelId, name: 'talk', locked });
    world.discord.setOverwrite(world.channelId, { id: world.applicationId, type: 'member', deny: denied });
    await using bot = await connectBot(world);
    return createChannelAccess(bot.guilds, Date.now).missingForAlerts(id);
  }

  it('is a matter of Send Messages in Threads, not of Send Messages', async () => {
    expect(await missingInThread(0n)).toEqual([]);
    expect(await missingInThread(Bits.SendMessages)).toEqual([]);
    expect(await missingInThread(Bits.SendMessagesInThreads)).toEqual(['Send Messages in Threads']);
    expect(await missingInThread(Bits.EmbedLinks)).toEqual(['Embed Links']);
  });

  it('that is locked takes Manage Threads too', async () => {
    expect(await missingInThread(0n, true)).toEqual(['Manage Threads']);
  });
});

describe('what the bot may do in an announcement channel', () => {
  it('takes no more than in any other, publishing its own messages included', async () => {
    await using world = await startTestWorld();
    const type = ChannelType.GuildAnnouncement;
    const { id } = world.discord.createChannel({ guildId: world.guildId, name: 'news', type });
    await using bot = await connectBot(world);
    expect(createChannelAccess(bot.guilds, Date.now).missingForAlerts(id)).toEqual([]);
  });
});

describe('recommended permissions', () => {
  async function goodToHaveWithout(denied: bigint, role: 'none' | 'for all' | 'for some', hasCharts = false) {
    await using world = await startTestWorld();
    const { id } = world.discord.createRole({
      guildId: world.guildId,
      name: 'collectors',
      mentionable: role === 'for all',
    });
    world.discord.setOverwrite(world.channelId, { id: world.applicationId, type: 'member', deny: denied });
    await using bot = await connectBot(world);
    return createChannelAccess(bot.guilds, Date.now).missingRecommended(world.channelId, {
      pingRoleIds: role === 'none' ? [] : [id],
      hasCharts,
    });
  }

  it('include Read Message History, without which an alert with a lost response cannot be verified', async () => {
    expect(await goodToHaveWithout(0n, 'none')).toEqual([]);
    expect(await goodToHaveWithout(Bits.ReadMessageHistory, 'none')).toEqual(['read-history']);
  });

  it('include mentioning all roles where the role to ping is not mentionable', async () => {
    expect(await goodToHaveWithout(0n, 'for some')).toEqual(['mention-roles']);
    expect(await goodToHaveWithout(0n, 'for all')).toEqual([]);
  });

  it('include Attach Files for rules whose alerts have charts', async () => {
    expect(await goodToHaveWithout(Bits.AttachFiles, 'none', false)).toEqual([]);
    expect(await goodToHaveWithout(Bits.AttachFiles, 'none', true)).toEqual(['attach-files']);
  });

  it('are not listed where alerts cannot be posted at all', async () => {
    expect(await goodToHaveWithout(Bits.SendMessages | Bits.ReadMessageHistory, 'none')).toEqual([]);
  });
});
