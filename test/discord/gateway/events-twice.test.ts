import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { REST } from 'discord.js';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openShard } from '#src/discord/gateway/running-shard.ts';
import { createGuilds } from '#src/discord/guilds/guilds.ts';
import { silentLog } from '../../support/silent-log.ts';

/** A shard in one server, connected to a gateway that sends what the test tells it to. */
async function connectShard() {
  await using parts = new AsyncDisposableStack();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  parts.defer(() => {
    for (const client of server.clients) client.terminate();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connected = once(server, 'connection');
  const interactions: unknown[] = [];
  const shard = openShard(
    { id: 0, count: 1 },
    {
      rest: new REST(),
      token: 'a.b.c',
      information: {
        url,
        shards: 1,
        session_start_limit: { total: 1, remaining: 1, reset_after: 0, max_concurrency: 1 },
      },
      throttler: { waitForIdentify: () => Promise.resolve() },
      guilds: createGuilds(),
      session: null,
      log: silentLog,
      onIdentity: () => undefined,
      onInteraction: ({ payload }) => interactions.push(payload),
      onGuildChange: () => undefined,
      onConnection: () => undefined,
      onClosed: () => false,
      isHeldElsewhere: () => false,
    },
  );
  const [socket] = (await connected) as [WebSocket];
  const send = (sequence: number, event: string, data: object): void =>
    socket.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, s: sequence, t: event, d: data }));
  socket.send(JSON.stringify({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: 600_000 } }));
  await once(socket, 'message');
  send(1, 'READY', {
    v: 10,
    user: { id: '1', username: 'Gavel' },
    application: { id: '1' },
    session_id: 's',
    resume_gateway_url: url,
    guilds: [],
  });
  await shard.ready;
  const owned = parts.move();
  return { shard, send, interactions, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

it('an event that the gateway passes on a second time is handled once', async () => {
  await using given = await connectShard();

  given.send(2, 'INTERACTION_CREATE', { id: 'a' });
  given.send(2, 'INTERACTION_CREATE', { id: 'a' });
  given.send(3, 'INTERACTION_CREATE', { id: 'b' });

  await expect.poll(() => given.interactions).toEqual([{ id: 'a' }, { id: 'b' }]);
  await given.shard.close(false);
});

it('an event that arrives while the connection is closed is left to whoever resumes the session', async () => {
  await using given = await connectShard();
  given.send(2, 'INTERACTION_CREATE', { id: 'a' });
  await expect.poll(() => given.interactions).toHaveLength(1);

  const closed = given.shard.close(true);
  given.send(3, 'INTERACTION_CREATE', { id: 'b' });
  await closed;

  expect(given.interactions).toEqual([{ id: 'a' }]);
  expect(given.shard.takeChanges().session?.session.sequence).toBe(2);
});
