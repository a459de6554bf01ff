import type { AddressInfo } from 'node:net';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestWorld, type TestWorld } from '../../sandbox/discord/world.ts';
import { connectBot } from '../connect-bot.ts';

/** A gateway whose READY lists these servers; the world's server has an outage where they are a list. */
async function startGatewayWith({ discord, applicationId, guildId }: TestWorld, guilds: unknown) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => {
    server.once('listening', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}`;
  server.on('connection', (socket) => {
    const send = (payload: object): void => socket.send(JSON.stringify(payload));
    send({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: 600_000 } });
    socket.on('message', (data: Buffer) => {
      const { op } = JSON.parse(data.toString('utf8')) as { op: number };
      if (op !== GatewayOpcodes.Identify) return;
      const user = { id: applicationId, username: 'Gavel' };
      const d = {
        v: 10,
        user,
        application: { id: applicationId },
        session_id: 's',
        resume_gateway_url: url,
        guilds,
      };
      send({ op: GatewayOpcodes.Dispatch, s: 1, t: 'READY', d });
      if (!Array.isArray(guilds)) return;
      send({ op: GatewayOpcodes.Dispatch, s: 2, t: 'GUILD_DELETE', d: { id: guildId, unavailable: true } });
    });
  });
  const limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 };
  discord.faults.add(
    { do: 'answer', status: 200, body: { url, shards: 1, session_start_limit: limit } },
    { method: 'GET', route: '/gateway/bot' },
  );
  return {
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}

describe('READY', () => {
  it('with servers that have no readable id counts the others, and the bot comes online', async () => {
    await using world = await startTestWorld();
    const odd = [{ id: 'none' }, { id: '12 ' }, { id: 7 }, null, {}, { id: '1'.repeat(30) }];
    await using _gateway = await startGatewayWith(world, [...odd, { id: world.guildId, unavailable: true }]);
    await using bot = await connectBot(world);
    expect(bot.gateway.status().isOnline).toBe(true);
    expect([...bot.guilds.ids()]).toEqual([world.guildId]);
  });

  it('without a list of servers leaves the bot online in none', async () => {
    await using world = await startTestWorld();
    await using _gateway = await startGatewayWith(world, 'none');
    await using bot = await connectBot(world);
    expect(bot.gateway.status().isOnline).toBe(true);
    expect([...bot.guilds.ids()]).toEqual([]);
  });
});
