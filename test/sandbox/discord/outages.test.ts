import { once } from 'node:events';
import type { Client } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld } from './world.ts';

async function answerPings(client: Client<true>): Promise<void> {
  onInteraction(client, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.reply('pong');
    }
  });
  await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
}

describe('discord.js during faults of the gateway', () => {
  it.each([
    ['cut', undefined],
    ['closed with 4000', 4000],
  ])('resumes after its socket was %s, and answers what was asked meanwhile', async (_how, code) => {
    await using world = await startTestWorld();
    const client = await world.connect();
    await answerPings(client);
    const resumed = once(client, 'shardResume');

    world.discord.gateway.dropAll(code);
    const reply = await world.member.command('ping');

    expect(reply.message?.content).toBe('pong');
    await resumed;
    expect(world.discord.gateway.resumes()).toBe(1);
    expect(world.discord.gateway.identifies()).toBe(1);
  });

  it('resumes when it is asked to reconnect', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    await answerPings(client);
    const resumed = once(client, 'shardResume');

    world.discord.gateway.askToReconnect();
    await resumed;

    expect((await world.member.command('ping')).message?.content).toBe('pong');
  });

  it('identifies again after an invalid session', async () => {
    await using world = await startTestWorld();
    // discord.js waits five seconds between identifies; this test skips that.
    const buildIdentifyThrottler = async () => ({ waitForIdentify: async () => undefined });
    const client = await world.connect({ ws: { buildIdentifyThrottler } });
    await answerPings(client);
    const ready = once(client, 'shardReady');

    world.discord.gateway.forgetSessions();
    world.discord.gateway.dropAll(4000);
    await ready;

    expect(world.discord.gateway.identifies()).toBe(2);
    expect((await world.member.command('ping')).message?.content).toBe('pong');
  });

  it('notices a gateway that no longer answers heartbeats, and resumes', async () => {
    await using world = await startTestWorld();
    world.discord.gateway.settings.heartbeatIntervalMs = 100;
    const client = await world.connect();
    const resumed = once(client, 'shardResume');

    world.discord.gateway.settings.answerHeartbeats = false;
    await resumed;

    expect(world.discord.gateway.resumes()).toBeGreaterThan(0);
  });

  it.each([
    [4004, /authentication failed/i],
    [4014, /disallowed intents/i],
  ])('cannot log in when the gateway refuses its identify with %i', async (code, words) => {
    await using world = await startTestWorld();
    world.discord.gateway.settings.refuseIdentify = code;

    await expect(world.connect()).rejects.toThrow(words);
  });

  it('cannot log in with a revoked token', async () => {
    await using world = await startTestWorld();
    world.discord.revokeToken(world.applicationId);

    await expect(world.connect()).rejects.toThrow(/invalid token/i);
  });

  it('disconnects for good when its token is revoked and the socket drops', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const disconnected = once(client, 'shardDisconnect');

    world.discord.revokeToken(world.applicationId);
    world.discord.gateway.dropAll(4000);

    expect((await disconnected)[0]).toMatchObject({ code: 4004 });
  });

  it('receives a server’s outage and its end, a kick and a new invitation', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const { discord, guildId, applicationId } = world;

    const unavailable = once(client, 'guildUnavailable');
    discord.setGuildUnavailable(guildId, true);
    await unavailable;
    const available = once(client, 'guildAvailable');
    discord.setGuildUnavailable(guildId, false);
    await available;
    const kicked = once(client, 'guildDelete');
    discord.kickBot(guildId, applicationId);
    await kicked;
    expect(await world.call('GET', `/guilds/${guildId}`)).toMatchObject({
      status: 404,
      body: { code: 10004 },
    });
    expect(await world.call('GET', `/channels/${world.channelId}`)).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
    const invited = once(client, 'guildCreate');
    discord.installBot({ guildId, applicationId, permissions: 0n });
    await invited;
  });

  it('keeps its cache consistent with channels, roles and its own permissions', async () => {
    await using world = await startTestWorld();
    const client = await world.connect();
    const { discord, guildId, channelId } = world;
    const guild = client.guilds.cache.get(guildId);

    const created = once(client, 'roleCreate');
    const role = discord.createRole({ guildId, name: 'Traders' });
    await created;
    const updated = once(client, 'channelUpdate');
    discord.setOverwrite(channelId, { id: guildId, type: 'role', deny: 1n << 11n });
    await updated;
    const deleted = once(client, 'channelDelete');
    discord.deleteChannel(channelId);
    await deleted;

    expect(guild?.roles.cache.get(role.id)?.name).toBe('Traders');
    expect(guild?.channels.cache.has(channelId)).toBe(false);
  });
});
