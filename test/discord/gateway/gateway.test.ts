import { describe, expect, it } from 'vitest';
import type { GatewayEvent } from '#src/discord/gateway/gateway.ts';
import { startTestWorld, type TestWorld } from '../../sandbox/discord/world.ts';
import { connectBot } from '../connect-bot.ts';

/** The bot is in so many servers more than the world's. */
function joinServers({ discord, ownerId, applicationId }: TestWorld, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const guildId = discord.createGuild({ name: `Server ${at}`, ownerId }).id;
    discord.createChannel({ guildId, name: 'sales' });
    discord.installBot({ guildId, applicationId, permissions: 8n });
    return guildId;
  });
}

describe('the connection to the gateway', () => {
  it('is split into as many shards as Discord recommends, and all servers are received', async () => {
    await using world = await startTestWorld();
    const { settings } = world.discord.gateway;
    Object.assign(settings, { recommendedShards: 3, maxConcurrency: 3, identifyIntervalMs: 5_000 });
    const joined = joinServers(world, 8);
    await using bot = await connectBot(world);
    expect([...bot.guilds.ids()].toSorted()).toEqual([world.guildId, ...joined].toSorted());
    expect(joined.every((id) => bot.guilds.isAvailable(id))).toBe(true);
    expect(bot.gateway.status().shards.map(({ id, isReady }) => [id, isReady])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
    expect(world.discord.gateway.identifies()).toBe(3);
  });

  it('is split as it is told', async () => {
    await using world = await startTestWorld();
    world.discord.gateway.settings.maxConcurrency = 2;
    await using bot = await connectBot(world, () => undefined, { shardCount: 2 });
    expect(bot.gateway.status()).toMatchObject({ isOnline: true, shards: [{ id: 0 }, { id: 1 }] });
  });

  it('waits between shards as long as Discord allows one identify at a time', async () => {
    await using world = await startTestWorld();
    Object.assign(world.discord.gateway.settings, { recommendedShards: 2, identifyIntervalMs: 5_000 });
    await using bot = await connectBot(world);
    expect(bot.gateway.status().isOnline).toBe(true);
    expect(world.discord.gateway.identifies()).toBe(2);
  });

  it('fails for good when Discord wants more shards', async () => {
    await using world = await startTestWorld();
    world.discord.gateway.settings.minShards = 2;
    const failed = Promise.withResolvers<string>();
    void connectBot(world, () => undefined, { onFatal: ({ message }) => failed.resolve(message) });
    expect(await failed.promise).toContain('split into more shards');
  });

  it('asks Discord for the gateway once, however many shards there are', async () => {
    await using world = await startTestWorld();
    Object.assign(world.discord.gateway.settings, { recommendedShards: 3, maxConcurrency: 3 });
    let questions = 0;
    world.discord.onRequest(({ route }) => {
      if (route === '/gateway/bot') questions += 1;
    });
    await using _bot = await connectBot(world);
    expect(questions).toBe(1);
  });

  it('has as many shards as Discord wants, when it wants more while the bot runs', async () => {
    await using world = await startTestWorld();
    await using bot = await connectBot(world);
    world.discord.gateway.settings.maxConcurrency = 2;
    world.discord.gateway.requireShards(2);
    await expect.poll(() => world.discord.gateway.shards()).toEqual(['0/2', '1/2']);
    await expect.poll(() => bot.gateway.status().isOnline).toBe(true);
    await expect.poll(() => bot.guilds.isAvailable(world.guildId)).toBe(true);
  });

  it('resumes its session after a connection was lost, and misses nothing', async () => {
    await using world = await startTestWorld();
    const events: GatewayEvent[] = [];
    await using bot = await connectBot(world, () => undefined, {
      onConnection: (event) => events.push(event),
    });
    world.discord.gateway.dropAll();
    const added = world.discord.createChannel({ guildId: world.guildId, name: 'meanwhile' }).id;
    await expect.poll(() => events).toContain('resumed');
    await expect.poll(() => bot.guilds.findChannel(added)?.channel.name).toBe('meanwhile');
    expect([world.discord.gateway.identifies(), bot.gateway.status().isOnline]).toEqual([1, true]);
  });

  it('is offline while no session can be had, and online again after it', async () => {
    await using world = await startTestWorld();
    await using bot = await connectBot(world);
    const { gateway } = world.discord;
    gateway.settings.refuseConnections = 4000;
    gateway.dropAll(4000);
    await expect.poll(() => bot.gateway.status().isOnline).toBe(false);
    gateway.settings.refuseConnections = null;
    await expect.poll(() => bot.gateway.status().isOnline).toBe(true);
  });

  it('does not fail because the first connections are refused', async () => {
    await using world = await startTestWorld();
    world.discord.gateway.settings.refuseConnections = 1011;
    const connected = connectBot(world);
    await new Promise((resolve) => setTimeout(resolve, 700));
    world.discord.gateway.settings.refuseConnections = null;
    await using bot = await connected;
    expect(bot.gateway.status().isOnline).toBe(true);
  });
});
