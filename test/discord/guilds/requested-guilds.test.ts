import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import { createGatewayRest } from '#src/discord/gateway/gateway-rest.ts';
import { createGuilds } from '#src/discord/guilds/guilds.ts';
import { createRequestedGuilds } from '#src/discord/guilds/requested-guilds.ts';
import { startTestWorld } from '../../sandbox/discord/world.ts';
import { connectBot } from '../connect-bot.ts';

/** A process that holds no shard. */
async function createScene() {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startTestWorld());
  const time = { now: 0 };
  const requests: string[] = [];
  const rest = parts.use(createGatewayRest({ apiUrl: world.discord.apiUrl, token: world.token }));
  world.discord.onRequest(({ path }) => requests.push(path));
  const guilds = createRequestedGuilds({
    guilds: createGuilds(),
    rest,
    botUserId: async () => world.applicationId,
    monotonic: () => time.now,
  });
  const owned = parts.move();
  return { ...world, guilds, time, requests, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

describe('a server that no shard of this process reports', () => {
  it('is what the gateway would report of it', async () => {
    await using scene = await createScene();
    const { discord, guildId, channelId, applicationId } = scene;
    discord.createRole({ guildId, name: 'alerts' });
    discord.createChannel({ guildId, name: 'news', type: ChannelType.GuildAnnouncement });
    discord.setOverwrite(channelId, { id: applicationId, type: 'member', deny: Bits.EmbedLinks });
    await scene.guilds.load(guildId, [channelId]);
    await using bot = await connectBot(scene);
    expect(scene.guilds.get(guildId)).toEqual(bot.guilds.get(guildId));
    expect(createChannelAccess(scene.guilds, Date.now).missingForAlerts(channelId)).toEqual(['Embed Links']);
  });

  it('is asked for once a minute, however many interactions come at once', async () => {
    await using scene = await createScene();
    const { guildId, channelId, time, requests } = scene;
    const load = () => scene.guilds.load(guildId, [channelId]);
    await Promise.all([load(), load(), load()]);
    const once = requests.length;
    time.now = 59_999;
    await load();
    expect(requests).toHaveLength(once);
    time.now = 60_000;
    expect(scene.guilds.get(guildId)).toBeNull();
    await load();
    expect(requests).toHaveLength(2 * once);
  });

  it('is asked for again when a channel of the interaction is new to it', async () => {
    await using scene = await createScene();
    const { discord, guildId, time, requests } = scene;
    await scene.guilds.load(guildId, []);
    const once = requests.length;
    const { id } = discord.createChannel({ guildId, name: 'new' });
    time.now = 2_000;
    await scene.guilds.load(guildId, [id]);
    expect(scene.guilds.findChannel(id)?.channel.name).toBe('new');
    await scene.guilds.load(guildId, ['404']);
    expect(requests).toHaveLength(2 * once);
  });

  it('is unknown where the bot is not in it, and an error while Discord does not answer', async () => {
    await using scene = await createScene();
    await scene.guilds.load('900000000000000404', []);
    expect(scene.guilds.get('900000000000000404')).toBeNull();
    scene.discord.faults.add({ do: 'answer', status: 500 });
    await expect(scene.guilds.load(scene.guildId, [])).rejects.toThrow();
    expect(scene.guilds.get(scene.guildId)).toBeNull();
  });
});
