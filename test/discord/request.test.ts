import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type DiscordRequest, makeRequest, observeRequests } from '#src/discord/rest/request.ts';
import { discordError, startFixedServer } from './fixed-server.ts';

const CHANNEL = '123456789012345678';

function watching() {
  const seen: DiscordRequest[] = [];
  let ms = 0;
  const makeRequest = observeRequests({
    now() {
      ms += 40;
      return ms;
    },
    onRequest: (request) => void seen.push(request),
  });
  return { seen, makeRequest };
}

describe('an observed request to Discord', () => {
  it('is reported with its method, route template, status and duration', async () => {
    await using server = await startFixedServer(discordError(403, 50_013));
    const { seen, makeRequest } = watching();
    const rest = new REST({ api: server.apiUrl, version: '10', makeRequest }).setToken('a.b.c');
    await rest.post(Routes.channelMessages(CHANNEL), { body: {} }).catch(() => undefined);
    expect(seen).toEqual([
      { method: 'POST', route: '/channels/:id/messages', status: 403, tookMs: 40, limited: null },
    ]);
  });

  it('is reported without a status when there is no response, and rejects as before', async () => {
    const { seen, makeRequest } = watching();
    const rest = new REST({ api: 'http://127.0.0.1:1/api', version: '10', makeRequest, retries: 0 }).setToken(
      'a.b.c',
    );
    await expect(rest.get(Routes.gatewayBot())).rejects.toThrow('fetch failed');
    expect(seen).toEqual([{ method: 'GET', route: '/gateway/bot', status: null, tookMs: 40, limited: null }]);
  });
});

/** A server that offers to keep connections for a minute, and its connections so far. */
async function startPatientServer(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/api`,
    sockets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const CALLBACK = Routes.interactionCallback('123456789012345678', 'token');

describe('the connections to Discord', () => {
  it('are closed after a few idle seconds, whatever the server offers', { timeout: 10_000 }, async () => {
    await using server = await startPatientServer((_request, response) => response.end('{}'));
    const rest = new REST({ api: server.api, version: '10', makeRequest }).setToken('a.b.c');
    await rest.get(Routes.gatewayBot());
    const [socket] = server.sockets;
    if (socket === undefined) throw new Error('There was no connection.');
    await once(socket, 'close');
    expect(server.sockets).toHaveLength(1);
  });

  it.each([
    ['never arrived', 200, '{}'],
    ['arrived, and only its answer was lost', 400, JSON.stringify({ code: 40_060, message: 'Already' })],
  ])('are replaced after a second for a response that %s', async (_, status, body) => {
    let requests = 0;
    await using server = await startPatientServer((_request, response) => {
      requests += 1;
      if (requests > 1) response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    const rest = new REST({ api: server.api, version: '10', retries: 0, makeRequest });
    await rest.post(CALLBACK, { auth: false, body: { type: 5 } });
    expect(server.sockets).toHaveLength(2);
  });
});
