import { PermissionFlagsBits as Bits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createChannelAccess } from '../../src/discord/channel-access.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';

/** What the bot may do in a channel where these permissions are taken from it. */
async function accessWithout(denied: bigint) {
  await using world = await startTestWorld();
  world.discord.setOverwrite(world.channelId, { id: world.applicationId, type: 'member', deny: denied });
  const client = await world.connect();
  await expect.poll(() => client.channels.cache.has(world.channelId)).toBe(true);
  const access = createChannelAccess(client);
  return {
    missing: access.missingForAlerts(world.channelId),
    history: access.historyAccess(world.channelId),
  };
}

describe('what the bot may do in a channel', () => {
  it('is everything where nothing is taken from it', async () => {
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

  it('is unknown for a channel that the gateway has not told of, and nothing is allowed there', async () => {
    await using world = await startTestWorld();
    const access = createChannelAccess(await world.connect());
    expect(access.historyAccess('404')).toBe('unknown');
    expect(access.missingForAlerts('404')).toEqual(['View Channel', 'Send Messages', 'Embed Links']);
  });
});
